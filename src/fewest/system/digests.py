"""Short digests of contents."""


def digest(content: str | bytes) -> str:
    """The first 16 hexadecimal digits of the SHA-256 sum."""
    from hashlib import sha256

    return sha256(content.encode() if isinstance(content, str) else content).hexdigest()[:16]
