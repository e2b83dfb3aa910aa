"""Answers to the browser as plain values and JSON.

The server imports this without the actions.
"""

from __future__ import annotations

import json

from printshop.workshop import replies

SHARED_ACTIONS = frozenset(("describe_shared", "save_shared", "add_files"))
"""The actions that get whole files, as base64."""


STOPPED = 504  # the status of a reply without an answer: files may have been changed


def make_problem(message: str, hint: str = "") -> replies.Refusal:
    """Return an answer with one problem, as the browser gets it."""
    return {"problems": [{"message": message, "hint": hint, "code": ""}]}


def encode_json(value: object) -> str:
    """Return plain values as JSON, in ASCII: the name of a file can contain surrogates, which UTF-8 cannot encode.

    Values that JSON lacks are written as text, so that such a value in a reply does not end the worker.
    """
    return json.dumps(value, separators=(",", ":"), default=str)
