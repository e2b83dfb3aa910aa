"use strict";
// What is marked: by the key of a field, true or the words that stand in it. Nothing of it leaves this page.
const store = "printshop " + document.body.dataset.key,
  near = 22;
const sheets = [...document.querySelectorAll("section")],
  told = document.getElementById("told");
const fields = new Map([...document.querySelectorAll("section input")].map(field => [field.dataset.key, field]));
const past = [];
let marks = {};

for (const field of fields.values()) {
  const [left, top, width, height] = field.dataset.at.split(" ");
  Object.assign(field.style, { left: left + "%", top: top + "%", width: width + "%", height: height + "%" });
}

function fitted(field) {
  // writing is as large as its place allows, whatever the size of the screen
  const wide = field.offsetWidth / (0.6 * Math.max(field.value.length, 4));
  field.style.fontSize =
    Math.max(6, Math.min(field.offsetHeight * 0.66, wide, field.parentElement.offsetWidth / 55)) + "px";
}
function sized() {
  for (const field of fields.values()) if (field.type === "text") fitted(field);
}

function tell(words) {
  told.textContent = words;
}

function show() {
  for (const [key, field] of fields) {
    if (field.type === "text") field.value = typeof marks[key] === "string" ? marks[key] : "";
    else if (!field.disabled) field.checked = marks[key] === true;
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
  past.push(marks);
  if (past.length > 500) past.shift();
  marks = next;
  keep();
}

function set(key, value) {
  const next = { ...marks };
  if (value) next[key] = value;
  else delete next[key];
  change(next);
}

function understood(data) {
  // only what this document has, and only words and marks
  const known = {};
  for (const [key, value] of Object.entries((data && typeof data === "object" && data.marks) || {})) {
    const field = fields.get(key);
    if (field && !field.disabled && (field.type === "text" ? typeof value === "string" : value === true))
      known[key] = value;
  }
  return known;
}

document.querySelector("main").addEventListener("input", event => {
  if (event.target.type === "text") fitted(event.target);
});
document.querySelector("main").addEventListener("change", event => {
  const field = event.target;
  set(field.dataset.key, field.type === "text" ? field.value.slice(0, 500) : field.checked);
});

for (const sheet of sheets)
  sheet.addEventListener("click", event => {
    // a finger is broader than a circle
    if (event.target.tagName === "INPUT") return;
    let best = null,
      least = near;
    for (const field of sheet.querySelectorAll("input[type=checkbox]:not(:disabled)")) {
      const box = field.getBoundingClientRect();
      const away = Math.hypot(
        Math.max(box.left - event.clientX, 0, event.clientX - box.right),
        Math.max(box.top - event.clientY, 0, event.clientY - box.bottom),
      );
      if (away < least) {
        least = away;
        best = field;
      }
    }
    if (best) best.click();
  });

document.getElementById("undo").onclick = () => {
  if (past.length) {
    marks = past.pop();
    show();
    keep();
  }
};
document.getElementById("clear").onclick = () => {
  if (Object.keys(marks).length) {
    change({});
    show();
    tell("All marks are gone; Undo brings them back.");
  }
};
document.getElementById("print").onclick = () => print();
document.getElementById("save").onclick = () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(
    new Blob([JSON.stringify({ title: document.title, marks }, null, 1)], { type: "application/json" }),
  );
  link.download = document.title.replace(/[^\w-]+/g, "-") + "-marks.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
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
    const found = understood(JSON.parse(await file.text())),
      count = Object.keys(found).length;
    change(found);
    show();
    tell(count ? `${count} marks are loaded from ${file.name}.` : `${file.name} has no marks for these sheets.`);
  } catch {
    tell(`${file.name} is no file of marks: choose one that Save marks has written.`);
  }
};
addEventListener("storage", event => {
  // another window of the same sheets
  if (event.key === store) {
    marks = understood({ marks: JSON.parse(event.newValue || "{}") });
    show();
  }
});
addEventListener("resize", sized);
addEventListener("load", sized);
try {
  marks = understood({ marks: JSON.parse(localStorage.getItem(store) || "{}") });
} catch {
  marks = {};
}
show();
