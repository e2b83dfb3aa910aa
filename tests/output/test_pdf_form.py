"""PDF forms: they print like pages without fields, and keep ticks."""

from __future__ import annotations

import base64
import io
import json
import os
import subprocess
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pikepdf
import pypdfium2
import pytest
from helpers.cli import invoke
from helpers.filled_forms import make_fleet_records
from PIL import ImageChops

from printshop import workshop
from printshop.output import pdf
from printshop.output.form_fields import FieldNumbering

if TYPE_CHECKING:
    from collections.abc import Callable



def test_fillable_file_prints_like_the_plain_file_and_shows_ticked_fields() -> None:
    document = make_fleet_records(damage={"Gauntlet": {"hull": 2}})
    plain, form = pdf.render_pdf(document), pdf.render_pdf(document, fillable=True)
    assert form == pdf.render_pdf(document, fillable=True)
    result = [pypdfium2.PdfDocument(data)[0].render(scale=1.5).to_pil() for data in (plain, form)]
    assert ImageChops.difference(*result).getbbox() is None
    names = FieldNumbering()
    fields = [field for page in document.pages for field in names.list_fields(page)]
    with pikepdf.open(io.BytesIO(form)) as file:
        file_text = {str(one.T): one for one in file.Root.AcroForm.Fields}
        assert file_text.keys() == {field.key.replace(".", "·") for field in fields if not field.is_marked}
        third = next(field for field in fields if field.name == "hull" and field.number == 3)
        box = file_text[third.key]
        height = float(file.pages[0].MediaBox[3])
        assert [float(side) for side in box.Rect] == pytest.approx(
            [third.x, height - third.y - third.height, third.x + third.width, height - third.y], abs=0.001)
        box.V = box.AS = pikepdf.Name.On
        ticked = io.BytesIO()
        file.save(ticked)
    shown_ticked = pypdfium2.PdfDocument(ticked.getvalue())
    shown_ticked.init_forms()
    page = shown_ticked[0].render(scale=2).to_pil().convert("L")
    middle = round(2 * (third.x + third.width / 2)), round(2 * (third.y + third.height / 2))
    assert page.getpixel(middle) < 40
    assert result[0].resize(page.size).convert("L").getpixel(middle) > 200


PDFJS = """
import { getDocument, VerbosityLevel } from "{pdfjs}";
import { readFileSync } from "node:fs";
const data = new Uint8Array(readFileSync(process.argv[1]));
const file = await getDocument({ data, verbosity: VerbosityLevel.ERRORS }).promise;
const found = [];
for (let number = 1; number <= file.numPages; number++)
  found.push(...(await (await file.getPage(number)).getAnnotations()).filter(one => one.subtype === "Widget"));
const third = found.find(one => one.fieldName === process.argv[2]);
file.annotationStorage.setValue(third.id, { value: true });
const saved = await file.saveDocument();
const fields = found.map(({ fieldName, fieldType, checkBox }) => [fieldName, checkBox ? "box" : fieldType]);
process.stdout.write(JSON.stringify({ fields, saved: Buffer.from(saved).toString("base64") }));
"""


@pytest.mark.slow
def test_pdf_js_finds_the_fields_and_saves_ticks(tmp_path: Path, tool: Callable[[str], str]) -> None:
    pdfjs = Path(workshop.__file__).parent / "web/node_modules/pdfjs-dist/legacy/build/pdf.mjs"
    if not pdfjs.is_file() and not os.environ.get("PRINTSHOP_REQUIRE_TOOLS"):
        pytest.skip("npm ci in printshop/workshop/web brings pdf.js")
    document, names = make_fleet_records(), FieldNumbering()
    fields = [field for page in document.pages for field in names.list_fields(page)]
    third = next(field for field in fields if field.name == "hull" and field.number == 3)
    (tmp_path / "form.pdf").write_bytes(pdf.render_pdf(document, fillable=True))
    script = PDFJS.replace("{pdfjs}", pdfjs.as_uri())
    process = subprocess.run([tool("node"), "--input-type=module", "-e", script, tmp_path / "form.pdf", third.key],
                             capture_output=True, text=True, check=True)
    output = json.loads(process.stdout)
    assert Counter(map(tuple, output["fields"])) == Counter(
        (field.key.replace(".", "·"), "Tx" if field.kind == "text" else "box") for field in fields)
    with pikepdf.open(io.BytesIO(base64.b64decode(output["saved"]))) as file:
        marked = [str(one.T) for one in file.Root.AcroForm.Fields if one.get("/V") == pikepdf.Name.On]
    assert marked == [third.key]


def test_print_shop_file_has_no_forms(tmp_path: Path) -> None:
    output = invoke("make", "records", "iron_stars", "Gauntlet", "--fillable", "--profile",
                                     "print_shop", "-o", tmp_path)
    assert output.exit_code == 2
    assert "--fillable is for a screen" in output.output
