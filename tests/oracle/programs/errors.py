"""What programs tell of errors; no programs themselves."""


def error_of(function):
    """The class of the error that a function raises."""
    try:
        function()
    except Exception as error:  # noqa: BLE001 - which one it is, is the result
        return type(error).__name__
    return "none"
