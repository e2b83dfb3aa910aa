"""Addresses that hold the data of a file themselves, for SVG and HTML."""

import base64


def make_data_address(media: str, data: bytes) -> str:
    """Return a data: address for a file of a media type, such as "image/png"."""
    return f"data:{media};base64,{base64.b64encode(data).decode()}"
