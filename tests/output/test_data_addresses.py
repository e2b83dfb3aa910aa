"""Addresses that hold the data of a file."""

from urllib.request import urlopen

from printshop.output.data_addresses import make_data_address


def test_address_gives_the_data_and_its_media_type() -> None:
    data = bytes(range(256))
    with urlopen(make_data_address("image/png", data)) as reply:
        assert (reply.read(), reply.headers.get_content_type()) == (data, "image/png")
