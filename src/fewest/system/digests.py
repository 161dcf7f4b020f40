"""Short names of contents: two contents with the same digest are the same."""


def digest(content: str | bytes) -> str:
    """The first 16 hexadecimal digits of the SHA-256 sum."""
    from hashlib import sha256

    return sha256(content.encode() if isinstance(content, str) else content).hexdigest()[:16]
