"""Hashes against published numbers."""

from stagelight.ops.strings.hashes import fingerprint64, sip_hash


def test_sip_hash_gives_the_numbers_of_its_paper() -> None:
    """The test vectors of SipHash-2-4: the key 00 01 ... 0f, the messages of 0, 1, ... bytes."""
    key = (0x0706050403020100, 0x0F0E0D0C0B0A0908)
    expected = {0: 0x726FDB47DD0E0E31, 1: 0x74F839C593DC67FD, 15: 0xA129CA6149BE45E5}
    assert {n: sip_hash(bytes(range(n)), key) for n in expected} == expected


def test_fingerprint_of_nothing() -> None:
    assert fingerprint64(b"") == 0x9AE16A3B2F90404F
