"""Workbooks for tests, written like those of spreadsheet programs."""

from __future__ import annotations

import csv
import re
from io import BytesIO, StringIO
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook


def make_workbook_data(table: str) -> bytes:
    """Return a CSV table as a workbook in which texts that look like numbers are numbers, as spreadsheets save it."""
    book = Workbook()
    for row in csv.reader(StringIO(table.removeprefix("\ufeff"), newline="")):
        book.active.append([float(cell) if re.fullmatch(r"(0|[1-9]\d*)(\.\d+)?", cell) else cell for cell in row])
    return save_workbook(book)


def save_workbook(book: Workbook) -> bytes:
    book.save(file := BytesIO())
    return file.getvalue()


def change_workbook(data: bytes, part: str, old: bytes, new: bytes) -> bytes:
    """Return a workbook with some bytes of one of its files replaced."""
    with ZipFile(BytesIO(data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    assert old in files[part]
    files[part] = files[part].replace(old, new)
    with ZipFile(file := BytesIO(), "w", ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return file.getvalue()
