"use strict";
// The marks of the user: by the key of a field, whether it is marked, or its text, if that differs from the print. They
// never leave this page. A sheet that begins with marks of its own has a place of its own in the store.
const store = ["printshop", document.body.dataset.key, document.body.dataset.marks].filter(Boolean).join(" "),
  near = 1.2, // of its radius: so far round a circle a touch is still its own
  finger = 24, // pixels that a circle has at least where it is touched
  widest = 2400; // pixels of a sheet
const sheets = [...document.querySelectorAll("section")],
  told = document.getElementById("told");
const fields = new Map([...document.querySelectorAll("section input")].map(field => [field.dataset.key, field]));
const tracks = new Map(); // boxes that are marked one after the other, by whose and what they are
const past = [];
let marks = {},
  writing = ""; // the key of the field that is typed in: all that is typed there is undone at once

const trackOf = key => (/\/note\/\d+$/.test(key) ? key : key.slice(0, key.lastIndexOf("/")));
for (const [key, field] of fields) {
  const [left, top, width, height] = field.dataset.at.split(" ");
  Object.assign(field.style, { left: left + "%", top: top + "%", width: width + "%", height: height + "%" });
  if (field.type !== "text") tracks.set(trackOf(key), [...(tracks.get(trackOf(key)) || []), field]);
}

// The units of a page can be marked as destroyed, below its records.
function addUnits() {
  for (const sheet of sheets) {
    const records = new Map(),
      frames = JSON.parse(sheet.dataset.records);
    for (const field of sheet.querySelectorAll("input")) {
      const record = field.dataset.key.replace(/\/[^/]*\/\d+$/, "");
      records.set(record, [...(records.get(record) || []), field]);
    }
    const list = Object.assign(document.createElement("div"), { className: "units" });
    for (const [record, inputs] of records) {
      if (record === sheet.dataset.label || inputs.every(field => field.type === "text")) continue;
      const unit = record.replace(/ \(\d+\)$/, ""), // a second sheet of a unit has a number
        key = `${unit}/destroyed`,
        label = document.createElement("label"),
        field = Object.assign(document.createElement("input"), { type: "checkbox" }),
        [left, top, right, bottom] = frames[record] || [0, 0, 100, 100],
        cross = Object.assign(document.createElement("i"), { className: "destroyed" });
      field.dataset.key = key;
      Object.assign(cross.style, { left: left + "%", top: top + "%", width: right - left + "%", height: bottom - top + "%" });
      label.append(field, `${unit}: destroyed`);
      list.append(label);
      sheet.append(cross);
      units.set(key, [...(units.get(key) || []), { field, cross }]);
    }
    if (list.childElementCount) sheet.after(list);
  }
}
const units = new Map(); // the boxes for destroyed units, and what is drawn over their records, by key
addUnits();

// The marks with which the sheet begins: destroyed units, and texts.
const firstMarks = understood({ marks: JSON.parse(document.body.dataset.marks || "{}") });

// On a small screen, the sheet fits the width, and below it each track has a row of circles that a finger can touch.
const rows = new Map(); // the circles of the rows, by track
const plain = words => words.replace(/[_.]/g, " ").replace(/^./, letter => letter.toUpperCase());
function addRows() {
  for (const sheet of sheets) {
    const names = new Set([...sheet.querySelectorAll("[type=checkbox]")].map(field => trackOf(field.dataset.key)));
    if (!names.size) continue;
    const list = document.createElement("div");
    list.className = "rows";
    let last = "";
    for (const name of names) {
      const end = name.lastIndexOf("/"),
        [record, track] = [name.slice(0, end), plain(name.slice(end + 1))];
      if (record !== last) list.append(Object.assign(document.createElement("h2"), { textContent: record }));
      last = record;
      const row = document.createElement("div"),
        circles = document.createElement("span");
      row.setAttribute("role", "group");
      row.setAttribute("aria-label", `${record}, ${track}`);
      row.append(Object.assign(document.createElement("b"), { textContent: track }), circles);
      rows.set(name, tracks.get(name).map(field => {
        const circle = Object.assign(document.createElement("input"), { type: "checkbox" });
        circle.setAttribute("aria-label", field.getAttribute("aria-label"));
        circle.onchange = () => touch(field);
        circles.append(circle);
        return circle;
      }));
      list.append(row);
    }
    sheet.after(list);
  }
}
function showRows(so) {
  if (so && !rows.size) addRows();
  document.body.classList.toggle("by-value", so);
  for (const field of fields.values()) if (field.type !== "text") field.inert = so; // too small for a finger
  document.getElementById("rows").setAttribute("aria-pressed", String(so));
}

// As large as a finger needs: what is wider then than the screen is moved sideways.
function enlarged(so) {
  for (const sheet of sheets) {
    const wide = [...sheet.querySelectorAll("[type=checkbox]")].map(field => Number(field.dataset.at.split(" ")[2]));
    const most = Math.min((100 * finger) / Math.min(...wide), widest);
    sheet.style.width = so && wide.length ? `max(100%, ${most}px)` : "";
    sheet.style.maxWidth = so && wide.length ? "none" : "";
  }
  larger.setAttribute("aria-pressed", String(so));
  sized();
}

function fitted(field) {
  // writing is as large as its place allows, whatever the size of the screen
  const wide = field.offsetWidth / (0.6 * Math.max(field.value.length, 2)),
    isNumber = field.offsetWidth < 4 * field.offsetHeight;
  field.classList.toggle("number", isNumber);
  field.style.fontSize =
    Math.max(6, Math.min(field.offsetHeight * (isNumber ? 0.8 : 0.9), wide, field.parentElement.offsetWidth / 55)) + "px";
}
function sized() {
  for (const field of fields.values()) if (field.type === "text") fitted(field);
}

function tell(words) {
  told.textContent = words;
}

const stands = (those, field) => those[field.dataset.key] ?? field.defaultChecked;
const amount = (those, track) => tracks.get(track).findLastIndex(field => stands(those, field)) + 1;

function show() {
  for (const [key, field] of fields) {
    if (field.type === "text") field.value = typeof marks[key] === "string" ? marks[key] : "";
    else field.checked = stands(marks, field);
  }
  for (const [track, circles] of rows) for (const [place, circle] of circles.entries()) circle.checked = tracks.get(track)[place].checked;
  for (const [key, places] of units)
    for (const { field, cross } of places) {
      field.checked = key in marks;
      cross.hidden = !field.checked;
    }
  document.getElementById("undo").disabled = !past.length;
  sized();
}

function keep() {
  try {
    localStorage.setItem(store, JSON.stringify(marks));
    tell("");
  } catch {
    tell("This browser keeps nothing here: save the marks as a file before you close the page.");
  }
  document.getElementById("undo").disabled = !past.length;
}

function change(next) {
  writing = "";
  past.push(marks);
  if (past.length > 500) past.shift();
  marks = next;
  keep();
}

// Everything up to what is touched is marked; what is touched and the last that is marked is free again.
function touch(field) {
  const next = { ...marks },
    track = trackOf(field.dataset.key),
    number = tracks.get(track).indexOf(field) + 1,
    gone = number === amount(marks, track) ? number - 1 : number;
  for (const [place, one] of tracks.get(track).entries()) {
    if (place < gone === one.defaultChecked) delete next[one.dataset.key];
    else next[one.dataset.key] = place < gone;
  }
  change(next);
  show();
}

function destroy({ dataset: { key }, checked }) {
  const { [key]: _, ...others } = marks;
  change(checked ? { ...others, [key]: true } : others);
  show();
}

function write({ dataset: { key }, value }) {
  const { [key]: _, ...next } = marks;
  if (value) next[key] = value.slice(0, 500);
  if (writing === key) {
    marks = next;
    keep();
  } else change(next);
  writing = key;
}

function understood(data) {
  // only what this document has, and only words and marks
  const known = {};
  for (const [key, value] of Object.entries((data && typeof data === "object" && data.marks) || {})) {
    const field = fields.get(key);
    if (field && typeof value === (field.type === "text" ? "string" : "boolean") && value !== field.defaultChecked)
      known[key] = field.type === "text" ? value.slice(0, 500) : value;
    else if (units.has(key) && value === true) known[key] = true;
  }
  return known;
}

// What others in the place of the marks change, in words; "" for nothing.
function said(next) {
  const notes = Object.keys(next).filter(key => typeof next[key] === "string" && next[key] !== marks[key]).length;
  const changed = [...tracks.keys()]
    .map(track => [track.replace("/", ": ").replaceAll("_", " "), amount(marks, track), amount(next, track)])
    .filter(([, before, now]) => before !== now)
    .map(([track, before, now]) => `${track} ${before} to ${now}`);
  for (const key of units.keys())
    if (key in marks !== key in next) changed.push(`${key.replace("/", key in next ? ": " : ": not ")}`);
  if (notes) changed.push(notes === 1 ? "1 note" : `${notes} notes`);
  return changed.join("; ");
}

document.querySelector("main").addEventListener("input", event => {
  if (event.target.type !== "text") return;
  fitted(event.target);
  write(event.target);
});
document.querySelector("main").addEventListener("change", event => {
  if (event.target.type === "text") writing = "";
  else if (units.has(event.target.dataset.key)) destroy(event.target);
  else if (event.target.dataset.key) touch(event.target); // the circles of rows have their own function
});

for (const sheet of sheets)
  sheet.addEventListener("click", event => {
    // nearly on a circle is on it
    if (event.target.tagName === "INPUT" || document.body.classList.contains("by-value")) return;
    let best = null,
      least = near;
    for (const field of sheet.querySelectorAll("input[type=checkbox]")) {
      const { left, top, width, height } = field.getBoundingClientRect();
      const away = 2 * Math.hypot((event.clientX - left) / width - 0.5, (event.clientY - top) / height - 0.5);
      if (away < least) [best, least] = [field, away];
    }
    if (best) best.click();
  });

const larger = document.getElementById("larger");
larger.onclick = () => {
  showRows(false);
  enlarged(larger.getAttribute("aria-pressed") !== "true");
};
document.getElementById("rows").onclick = event => {
  enlarged(false);
  showRows(event.currentTarget.getAttribute("aria-pressed") !== "true");
  show();
};
document.getElementById("undo").onclick = () => {
  if (past.length) {
    writing = "";
    marks = past.pop();
    show();
    keep();
  }
};
document.getElementById("clear").onclick = () => {
  if (JSON.stringify(marks) !== JSON.stringify(firstMarks)) {
    change({ ...firstMarks });
    show();
    tell("What you have marked and written is gone: the sheets are as they were made. Undo brings it back.");
  }
};
document.getElementById("print").onclick = () => print();
document.getElementById("save").onclick = () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(
    new Blob([JSON.stringify({ title: document.title, marks, first: firstMarks }, null, 1)], { type: "application/json" }),
  );
  link.download = document.title.replace(/[^\w-]+/g, "-") + "-marks.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  tell(`Saved as ${link.download}: you find it among your downloads. Load marks reads it again.`);
};
const load = document.getElementById("load");
load.parentElement.onkeydown = event => {
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    load.click();
  }
};
load.onchange = async () => {
  const [file] = load.files;
  load.value = "";
  if (!file) return;
  try {
    const data = JSON.parse(await file.text()),
      found = understood(data),
      count = Object.keys(found).length,
      left = Object.keys(data.marks || {}).length - count;
    if (!count) return tell(`${file.name} has no marks for these sheets.`);
    const words = said(found) || "all of it was marked so already";
    change(found);
    show();
    tell(`Loaded: ${words}.${left > 0 ? ` ${left} left out: not on these sheets.` : ""}`);
  } catch {
    tell(`${file.name} is no file of marks: choose one that Save marks has written.`);
  }
};
addEventListener("storage", event => {
  // another window of the same sheets
  if (event.key === store) {
    marks = understood({ marks: JSON.parse(event.newValue || JSON.stringify(firstMarks)) });
    show();
  }
});
addEventListener("resize", sized);
addEventListener("load", sized);
try {
  marks = understood({ marks: JSON.parse(localStorage.getItem(store) || JSON.stringify(firstMarks)) });
} catch {
  marks = { ...firstMarks };
}
const isPhone = matchMedia("(max-width: 600px)").matches && tracks.size > 0;
document.getElementById("rows").hidden = !isPhone;
showRows(isPhone);
show();
enlarged(!isPhone && matchMedia("(pointer: coarse)").matches);
const records = sheets.find(sheet => sheet.querySelector("[type=checkbox]"));
if (!location.hash && records && records !== sheets[0]) records.scrollIntoView();
