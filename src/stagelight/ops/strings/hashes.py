"""Hash functions of byte strings, with the numbers that TensorFlow gets. No ops here.

    hash64          TensorFlow's own, after MurmurHash64A
    fingerprint64   FarmHash's 64-bit fingerprint, fixed for all time
    sip_hash        SipHash-2-4 with a key of two numbers: hard to attack

All give numbers in [0, 2**64).
"""

from __future__ import annotations

from typing import Final

_MASK: Final = 2**64 - 1


def _word(data: bytes, place: int, size: int = 8) -> int:
    """The little-endian number at a place."""
    return int.from_bytes(data[place : place + size], "little")


# ---------------------------------------------------------------------------- hash64

_MURMUR: Final = 0xC6A4A7935BD1E995


def hash64(data: bytes, seed: int = 0xDECAFCAFFE) -> int:
    """TensorFlow's hash for its own tables, after MurmurHash64A."""
    whole = len(data) // 8 * 8
    result = seed ^ (len(data) * _MURMUR & _MASK)
    for place in range(0, whole, 8):
        word = _word(data, place) * _MURMUR & _MASK
        word = (word ^ word >> 47) * _MURMUR & _MASK
        result = (result ^ word) * _MURMUR & _MASK
    if whole < len(data):
        result = (result ^ _word(data, whole)) * _MURMUR & _MASK
    result = (result ^ result >> 47) * _MURMUR & _MASK
    return result ^ result >> 47


# ---------------------------------------------------------------------------- fingerprint64

_K0: Final = 0xC3A5C85C97CB3127
_K1: Final = 0xB492B66FBE98F273
_K2: Final = 0x9AE16A3B2F90404F


def _rotated(value: int, count: int) -> int:
    """The 64 bits moved right, those that fall out coming in on the left."""
    value &= _MASK
    return (value >> count | value << (64 - count)) & _MASK


def _mixed(value: int) -> int:
    value &= _MASK
    return value ^ value >> 47


def _of_two(first: int, second: int, factor: int) -> int:
    """One number of two."""
    inner = _mixed(((first ^ second) & _MASK) * factor)
    return _mixed(((second ^ inner) & _MASK) * factor) * factor & _MASK


def fingerprint64(data: bytes) -> int:
    """FarmHash's fingerprint (`farmhashna::Hash64`)."""
    length = len(data)
    if length <= 16:
        return _of_at_most_16(data)
    if length <= 32:
        return _of_at_most_32(data)
    return _of_at_most_64(data) if length <= 64 else _of_long(data)


def _of_at_most_16(data: bytes) -> int:
    length = len(data)
    factor = _K2 + length * 2
    if length >= 8:
        first = _word(data, 0) + _K2 & _MASK
        last = _word(data, length - 8)
        c = _rotated(last, 37) * factor + first
        d = (_rotated(first, 25) + last) * factor
        return _of_two(c & _MASK, d & _MASK, factor)
    if length >= 4:
        first = _word(data, 0, 4)
        return _of_two(length + (first << 3), _word(data, length - 4, 4), factor)
    if length:
        y = data[0] + (data[length >> 1] << 8)
        z = length + (data[-1] << 2)
        return _mixed(y * _K2 & _MASK ^ z * _K0 & _MASK) * _K2 & _MASK
    return _K2


def _of_at_most_32(data: bytes) -> int:
    length = len(data)
    factor = _K2 + length * 2
    a = _word(data, 0) * _K1
    b = _word(data, 8)
    c = _word(data, length - 8) * factor
    d = _word(data, length - 16) * _K2
    return _of_two(
        _rotated(a + b, 43) + _rotated(c, 30) + d & _MASK,
        a + _rotated(b + _K2, 18) + c & _MASK,
        factor,
    )


def _of_at_most_64(data: bytes) -> int:
    length = len(data)
    factor = _K2 + length * 2
    a = _word(data, 0) * _K2
    b = _word(data, 8)
    c = _word(data, length - 8) * factor
    d = _word(data, length - 16) * _K2
    y = _rotated(a + b, 43) + _rotated(c, 30) + d & _MASK
    z = _of_two(y, a + _rotated(b + _K2, 18) + c & _MASK, factor)
    e = _word(data, 16) * factor
    f = _word(data, 24)
    g = (y + _word(data, length - 32)) * factor
    h = (z + _word(data, length - 24)) * factor
    return _of_two(
        _rotated(e + f, 43) + _rotated(g, 30) + h & _MASK,
        e + _rotated(f + a, 18) + g & _MASK,
        factor,
    )


def _of_32_bytes(data: bytes, place: int, a: int, b: int) -> tuple[int, int]:
    """Two numbers of 32 bytes and two seeds."""
    w, x, y, z = (_word(data, place + offset) for offset in (0, 8, 16, 24))
    a += w
    b = _rotated(b + a + z, 21)
    c = a
    a += x + y
    b += _rotated(a, 44)
    return a + z & _MASK, b + c & _MASK


def _of_long(data: bytes) -> int:
    length = len(data)
    seed = 81
    x = seed * _K2 + _word(data, 0)
    y = seed * _K1 + 113
    z = _mixed(y * _K2 + 113) * _K2
    v = w = (0, 0)
    end = (length - 1) // 64 * 64
    for place in range(0, end, 64):
        x = _rotated(x + y + v[0] + _word(data, place + 8), 37) * _K1
        y = _rotated(y + v[1] + _word(data, place + 48), 42) * _K1
        x = (x ^ w[1]) & _MASK
        y = y + v[0] + _word(data, place + 40) & _MASK
        z = _rotated(z + w[0], 33) * _K1 & _MASK
        v = _of_32_bytes(data, place, v[1] * _K1, x + w[0])
        w = _of_32_bytes(data, place + 32, z + w[1], y + _word(data, place + 16))
        z, x = x, z
    # The last 64 bytes, which overlap those before.
    factor = _K1 + ((z & 0xFF) << 1)
    place = length - 64
    w0 = w[0] + ((length - 1) & 63)
    v0 = v[0] + w0
    w0 += v0
    x = _rotated(x + y + v0 + _word(data, place + 8), 37) * factor
    y = _rotated(y + v[1] + _word(data, place + 48), 42) * factor
    x = (x ^ w[1] * 9) & _MASK
    y = y + v0 * 9 + _word(data, place + 40) & _MASK
    z = _rotated(z + w0, 33) * factor & _MASK
    v = _of_32_bytes(data, place, v[1] * factor, x + w0)
    w = _of_32_bytes(data, place + 32, z + w[1], y + _word(data, place + 16))
    z, x = x, z
    return _of_two(
        _of_two(v[0], w[0], factor) + _mixed(y) * _K0 + z & _MASK,
        _of_two(v[1], w[1], factor) + x & _MASK,
        factor,
    )


# ---------------------------------------------------------------------------- sip_hash


def _sip_rounds(state: list[int], count: int) -> None:
    v0, v1, v2, v3 = state
    for _ in range(count):
        v0 = v0 + v1 & _MASK
        v1 = _rotated(v1, 51) ^ v0
        v0 = _rotated(v0, 32)
        v2 = v2 + v3 & _MASK
        v3 = _rotated(v3, 48) ^ v2
        v0 = v0 + v3 & _MASK
        v3 = _rotated(v3, 43) ^ v0
        v2 = v2 + v1 & _MASK
        v1 = _rotated(v1, 47) ^ v2
        v2 = _rotated(v2, 32)
    state[:] = v0, v1, v2, v3


def sip_hash(data: bytes, key: tuple[int, int]) -> int:
    """SipHash-2-4, as by Aumasson and Bernstein (2012)."""
    first, second = (number & _MASK for number in key)
    state = [
        first ^ 0x736F6D6570736575,
        second ^ 0x646F72616E646F6D,
        first ^ 0x6C7967656E657261,
        second ^ 0x7465646279746573,
    ]
    whole = len(data) // 8 * 8
    words = [_word(data, place) for place in range(0, whole, 8)]
    words.append(_word(data, whole) | (len(data) & 0xFF) << 56)
    for word in words:
        state[3] ^= word
        _sip_rounds(state, 2)
        state[0] ^= word
    state[2] ^= 0xFF
    _sip_rounds(state, 4)
    return state[0] ^ state[1] ^ state[2] ^ state[3]
