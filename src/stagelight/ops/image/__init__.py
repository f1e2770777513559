"""`tf.image`: images in other sizes, colours, patches and projections."""
