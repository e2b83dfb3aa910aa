// The page of the workshop. It knows nothing of ships or files but what the actions of `printshop.workshop.desk` say.
// What a file says becomes text, never markup; pages are drawn as pictures.

const WORDS = {
  loading: "Looking ...", yours: "Your files", shipped: "Games", open: "Open", units: "Units", battle: "Battle", paper: "Paper", ink: "Ink",
  pack: "Print the pack", tablet: "For a tablet", search: "Search", mine: "Make my own", record: "Record", figures: "Figures", text: "Text",
  undo: "Undo", redo: "Redo", print: "Print (PDF)", fill: "PDF to fill in", shown: "Shown", worked: "Worked out", nothing: "Nothing of it is drawn as long as there is something wrong.",
  name: "What is it called?", begin: "Begin", cancel: "Cancel", again: "Open again", retry: "Try again", problems: "What is wrong", fine: "Saved; nothing is wrong.",
  lost: "The workshop does not answer. Is printshop serve still running? What you typed last stands here and is sent again.",
  none: "Nothing here yet: open a game, choose a unit and make your own of it.", broken: "cannot be read", found: (n, of) => `${n} of ${of}`,
  copied: name => `Your own, beginning as ${name}`, drawn: (what, unit, n) => `${what} of ${unit}, page ${n}`, line: n => `line ${n}`,
  python: "The workshop is being fetched: about 14 MB, once.", starting: "The workshop is starting ...", noPython: "The workshop could not be started: load the page again, or use a newer browser.",
  hung: "That took too long, and was stopped. Undo the last change, or open the file again.", making: "Pages are being made ...", save: "Save all files (zip)", load: "Open a file or a zip", kept: "They are kept by this browser alone: save them now and then.",
  look: "Look through it", newGame: "New game", like: "Like", change: "Change", theme: "Theme", own: "its own", pages: n => `${n} pages`, close: "Close",
  share: "Copy a link", copiedLink: "A link that holds this file is copied: send it, and who opens it in a workshop can keep a copy.", sent: "Somebody has sent you a file", keepAs: "Keep it as", keep: "Keep it", badLink: "This link holds no file, or too much: ask for it as a zip.",
  fleet: "a fleet", musters: "New fleet", newFleet: game => `A fleet of ${game}`, roster: "roster", title: "Title", side: "Side", limit: "Limit (points)", add: "Add", out: "Leave out", count: "How many", names: "Names", damage: "Damage", notes: "Notes",
  points: (points, limit) => limit ? `${points} of ${limit} points` : `${points} points`,
  more: "Add a row", remove: "Remove a row of", records: "record", cards: "card", counters: "counter", optional: "may be left out", hundred: "Print at 100 % (actual size).",
};
const PAPERS = ["universal", "a4", "letter", "a3"], INKS = ["colour", "light", "black"], SHOWN = ["records", "cards", "counters"];
const main = document.getElementById("main"), told = document.getElementById("told"), trail = document.getElementById("trail");

function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key in node && typeof value !== "string") node[key] = value;
    else if (value !== undefined && value !== null && value !== false) node.setAttribute(key === "class" ? "class" : key, value);
  }
  node.append(...children.flat().filter(child => child !== null && child !== undefined && child !== ""));
  return node;
}

function tell(words, ...more) { told.replaceChildren(...(words ? [words, ...more] : [])); }

class Wrong extends Error { constructor(problems) { super(problems.map(one => one.hint ? `${one.message} (${one.hint})` : one.message).join("; ")); this.problems = problems; } }

// Two ways to the same actions: a server on this machine, or Python in this very page, in a worker of its own.
const SITE = document.documentElement.dataset.site !== undefined, PATIENCE = 120_000;
const waiting = new Map();
let worker = null, asked = 0;

function begun() {
  worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.telling) return tell(data.telling === "ready" ? "" : WORDS[data.telling]);
    const { resolve, reject, timer } = waiting.get(data.id) || {};
    clearTimeout(timer);
    waiting.delete(data.id);
    if (resolve) (data.error ? reject(new Wrong([{ message: data.error }])) : resolve(data.value));
  };
  worker.onerror = () => stopped(WORDS.noPython);
}

function stopped(words) {  // a worker that hangs is given up; the next question begins another
  worker?.terminate();
  worker = null;
  for (const { reject, timer } of waiting.values()) { clearTimeout(timer); reject(new Wrong([{ message: words }])); }
  waiting.clear();
}

function ask(kind, given, transfer = []) {
  if (!worker) begun();
  return new Promise((resolve, reject) => {
    const id = ++asked;
    waiting.set(id, { resolve, reject, timer: setTimeout(() => stopped(WORDS.hung), PATIENCE) });
    worker.postMessage({ id, kind, ...given }, transfer);
  });
}

function given(name, media, bytes) {  // hands a file to the player
  const url = URL.createObjectURL(new Blob([bytes], { type: media }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

async function fetched(what) {
  tell(WORDS.making);
  try { const { name, media, bytes } = await ask("file", { given: JSON.stringify({ ...what, fillable: Boolean(what.fillable) }) }); given(name, media, bytes); tell(""); }
  catch (error) { tell(error.message); }
}

// A link to a file that is made when it is asked for.
function fileLink(words, what, more = {}) {
  if (SITE) return h("a", { ...more, href: "#", onclick: event => { event.preventDefault(); fetched(what); } }, words);
  return h("a", { ...more, href: address(what), ...(what.kind === "html" ? { download: "" } : { target: "_blank", rel: "noopener" }) }, words);
}

function coverOf(game) {
  const image = h("img", { class: "cover", alt: "", loading: "lazy" });
  if (SITE) ask("cover", { game }).then(svg => { image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })); }, () => image.remove());
  else image.src = `/cover?${new URLSearchParams({ game })}`;
  return image;
}

async function call(action, given = {}) {
  if (SITE) {
    const [status, data] = JSON.parse(await ask("call", { action, given: JSON.stringify(given) }));
    if (status !== 200) throw new Wrong(data.problems);
    return data;
  }
  const answer = await fetch(`/api/${action}`, { method: "POST", headers: { "Content-Type": "application/json", "X-Printshop": "page" }, body: JSON.stringify(given) });
  if (answer.status === 403) throw new Wrong([{ message: await answer.text() }]);
  const data = await answer.json();
  if (!answer.ok) throw new Wrong(data.problems);
  return data;
}

const address = given => `/file?${new URLSearchParams(Object.entries(given).filter(([, value]) => value))}`;
const printing = what => [fileLink(WORDS.print, what, { class: "button first" }), fileLink(WORDS.fill, { ...what, fillable: "1" }, { class: "button" }), fileLink(WORDS.tablet, { ...what, kind: "html" }, { class: "button" }), h("small", {}, WORDS.hundred)];
const choice = (label, options, more = {}) => {
  const select = h("select", more, options.map(option => h("option", { value: Array.isArray(option) ? option[0] : option }, Array.isArray(option) ? option[1] : option)));
  return [h("label", { class: "field" }, label, select), select];
};

function said(value) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(said).join(", ");
  if (typeof value === "object") {
    if ("text" in value) return value.text;
    if ("die" in value) return `${value.count ?? ""}${value.die ? `${value.count ? "/" : ""}d${value.die}` : ""}${value.damage > 1 ? ` x${value.damage}` : ""}`;
    return Object.entries(value).map(([key, one]) => `${key} ${said(one)}`).join(", ");
  }
  return value === true ? "yes" : value === false ? "" : String(value);
}

// --- games

async function home() {
  const { games, fleets, folder, starters } = await call("games");
  trail.replaceChildren(folder);
  const own = games.filter(game => game.own), shipped = games.filter(game => !game.own);
  return [h("h1", {}, WORDS.yours),
          own.length || fleets.length ? h("ul", { class: "cards" }, own.map(card), fleets.map(file => h("li", { class: "card" }, h("h2", {}, file.replace(/\.yaml$/, "")), h("p", {}, WORDS.fleet),
            h("div", { class: "row" }, h("a", { class: "button first", href: `#/fleet/${encodeURIComponent(file)}` }, WORDS.open))))) : h("p", {}, WORDS.none),
          h("div", { class: "row" }, h("button", { type: "button", onclick: () => begin(WORDS.newGame, async (name, like) => `#/game/${encodeURIComponent((await call("new_game", { name, like })).name)}`, starters) }, WORDS.newGame)),
          SITE ? keeping() : null, h("h1", {}, WORDS.shipped), h("ul", { class: "cards" }, shipped.map(card))];
}

// On the site files are kept by the browser: here they leave it, and come back.
function keeping() {
  const load = h("input", { type: "file", hidden: true, accept: ".zip,.yaml,.svg,.png,.jpg,.csv,.ttf,.otf", onchange: async () => {
    const [file] = load.files;
    if (!file) return;
    try { const words = await ask("put", { name: file.name, bytes: await file.arrayBuffer() }); await route(); tell(words); } catch (error) { tell(error.message); }
  } });
  return h("div", { class: "row" }, h("button", { type: "button", onclick: async () => given("printshop.zip", "application/zip", await ask("archive", {})) }, WORDS.save),
    h("button", { type: "button", onclick: () => load.click() }, WORDS.load), load, h("small", {}, WORDS.kept));
}

function card(game) {
  if (game.broken) return h("li", { class: "card" }, h("h2", {}, game.name), h("p", { class: "wrong" }, `${WORDS.broken}: ${game.broken}`),
    game.file ? h("a", { class: "button", href: `#/edit/${encodeURIComponent(game.name.endsWith(".yaml") ? game.name : `${game.name}.yaml`)}` }, WORDS.open) : null);
  const href = game.file ? `#/edit/${encodeURIComponent(game.name.endsWith(".yaml") ? game.name : `${game.name}.yaml`)}` : `#/game/${encodeURIComponent(game.name)}`;
  const rows = [game.cover ? coverOf(game.name) : null, h("h2", {}, game.own && game.file ? `${game.name.replace(/\.yaml$/, "")}` : game.title), h("p", {}, game.own ? game.title : `${game.units} ${WORDS.units.toLowerCase()}`),
                h("div", { class: "row" }, h("a", { class: "button first", href }, game.file ? WORDS.open : WORDS.units),
                  game.units ? h("button", { type: "button", onclick: () => begin(WORDS.newFleet(game.title), async title => `#/fleet/${encodeURIComponent((await call("new_fleet", { game: game.name, title })).file)}`) }, WORDS.musters) : null)];
  if (game.battles.length) {
    const [battle, which] = choice(WORDS.battle, game.battles.map(name => [name, name.split("/").pop().replaceAll("_", " ")]));
    const [paper, sheet] = choice(WORDS.paper, PAPERS), [ink, colour] = choice(WORDS.ink, INKS);
    const go = kind => { const what = { what: which.value, kind, paper: sheet.value, ink: colour.value }; if (SITE) fetched(what); else open(address(what), "_blank", "noopener"); };
    rows.push(h("div", { class: "asked" }, battle, paper, ink), h("div", { class: "row" },
      h("button", { type: "button", onclick: () => { location.hash = `#/pack/${encodeURIComponent(which.value)}`; } }, WORDS.look),
      h("button", { type: "button", onclick: () => go("pdf") }, WORDS.pack), h("button", { type: "button", onclick: () => go("html") }, WORDS.tablet)));
  }
  return h("li", { class: "card" }, rows);
}

// --- the units of a game

async function gamePage(name) {
  const game = await call("game", { name });
  trail.replaceChildren(h("a", { href: location.hash }, game.title));
  const keys = [...new Set(game.units.flatMap(unit => [...Object.keys(unit.fields), ...Object.keys(unit.derived)]))];
  const label = key => Object.values(game.labels).map(labels => labels[key]).find(Boolean) || key;
  const cells = unit => [unit.name, game.sides[unit.side] || unit.side, ...keys.map(key => said(unit.fields[key] ?? unit.derived[key]))];
  const rows = game.units.map(unit => ({ unit, cells: cells(unit) }));
  const body = h("tbody"), count = h("p", { role: "status" });
  let by = -1, down = false;
  const search = h("input", { type: "search", oninput: fill });
  function fill() {
    const words = search.value.toLowerCase();
    const found = rows.filter(row => row.cells.some(cell => cell.toLowerCase().includes(words)));
    if (by >= 0) found.sort((one, other) => one.cells[by].localeCompare(other.cells[by], undefined, { numeric: true }) * (down ? -1 : 1));
    body.replaceChildren(...found.slice(0, 500).map(({ unit, cells: [first, ...others] }) => h("tr", {},
      h("th", { scope: "row" }, first),
      h("td", {}, h("button", { type: "button", "aria-label": `${WORDS.mine}: ${unit.name}`, onclick: () => own(name, unit) }, WORDS.mine), " ",
                  unit.file ? h("a", { href: `#/edit/${encodeURIComponent(unit.file)}`, "aria-label": `${WORDS.change}: ${unit.name}` }, WORDS.change) : "", " ",
                  fileLink(WORDS.record, { what: name, unit: unit.name }, { "aria-label": `${WORDS.record}: ${unit.name}` })),
      others.map(cell => h("td", { title: cell }, cell)))));
    count.textContent = WORDS.found(found.length, rows.length);
  }
  const heads = ["", game.kinds.length === 1 ? "" : "", ...["side", ...keys].map(label)];
  heads[0] = "name";
  const head = h("tr", {}, heads.map((words, place) => place === 1 ? h("th", { scope: "col" }, "") : h("th", { scope: "col" }, h("button", { type: "button", onclick: () => {
    const column = place === 0 ? 0 : place - 1;
    down = by === column && !down; by = column; fill();
  } }, words))));
  fill();
  return [h("h1", {}, game.title), h("div", { class: "row" }, h("label", { class: "field" }, WORDS.search, search), count),
          h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": WORDS.units }, h("table", {}, h("thead", {}, head), body))];
}

const own = (game, unit) => begin(WORDS.copied(unit.name), async name => `#/edit/${encodeURIComponent((await call("new_unit", { game, name, like: unit.name })).file)}`);

// Asks for a name, makes something that is called so, and goes there.
function begin(title, make, kinds = []) {
  const [likeLabel, like] = choice(WORDS.like, kinds, {});
  const dialog = document.getElementById("ask"), name = h("input", { required: true, maxlength: "60", autocomplete: "off" }), wrong = h("p", { class: "wrong", role: "alert" });
  dialog.replaceChildren(h("form", { class: "inputs", onsubmit: async event => {
    event.preventDefault();
    try {
      const there = await make(name.value.trim(), like.value);
      dialog.close();
      location.hash = there;
    } catch (error) { wrong.textContent = error.message; }
  } }, h("h2", {}, title), h("label", { class: "field" }, WORDS.name, name), kinds.length ? likeLabel : null, wrong,
    h("div", { class: "row" }, h("button", { class: "first" }, WORDS.begin), h("button", { type: "button", onclick: () => dialog.close() }, WORDS.cancel))));
  dialog.showModal();
  name.focus();
}

// --- one file: its units, their figures, its text, what they look like

async function edit(file) {
  let state = await call("open_file", { file }), unit = state.units[0]?.name || "", product = "records", tab = "figures";
  const past = [], future = [], inputs = new Map();
  let line = Promise.resolve(), waiting = null, pages = [];
  trail.replaceChildren(h("a", { href: location.hash }, file));

  const which = h("select", { "aria-label": WORDS.units, onchange: () => { unit = which.value; refresh(); } });
  const [shownLabel, shown] = choice(WORDS.shown, SHOWN.map(one => [one, WORDS[one]]), { onchange: () => { product = shown.value; refresh(); } });
  const form = h("form", { class: "inputs", onsubmit: event => event.preventDefault() }), list = h("div", { role: "status", "aria-live": "polite" });
  const text = h("textarea", { class: "text", spellcheck: false, "aria-label": `${WORDS.text}: ${file}`, oninput: () => later("text", () => send("write", { text: text.value }, text)) });
  const sheet = h("section", { class: "sheet", "aria-label": WORDS.shown }), derived = h("dl"), worked = h("h3", {}, WORDS.worked);
  const undo = h("button", { type: "button", onclick: () => back(past, future) }, WORDS.undo), redo = h("button", { type: "button", onclick: () => back(future, past) }, WORDS.redo);
  const prints = h("div", { class: "row" }), panels = { figures: h("div", { id: "panel-figures", role: "tabpanel" }, form, worked, derived), text: h("div", { id: "panel-text", role: "tabpanel", hidden: true }, text) };
  const tabs = h("div", { class: "row", role: "tablist" }, Object.keys(panels).map(key => h("button", { type: "button", role: "tab", id: `tab-${key}`, "aria-controls": `panel-${key}`, "aria-selected": String(key === tab), onclick: () => turn(key),
    onkeydown: event => { if (event.key === "ArrowRight" || event.key === "ArrowLeft") { turn(key === "text" ? "figures" : "text"); document.getElementById(`tab-${tab}`).focus(); } } }, WORDS[key])));

  function turn(key) {
    tab = key;
    for (const [name, panel] of Object.entries(panels)) { panel.hidden = name !== key; tabs.querySelector(`#tab-${name}`).setAttribute("aria-selected", String(name === key)); }
    show(null);
  }

  // What is typed waits a moment for what follows it; requests go one after the other, each with the stamp of the last.
  const timers = new Map();
  function later(key, action) { clearTimeout(timers.get(key)); timers.set(key, setTimeout(() => { timers.delete(key); action(); }, 40)); }
  function send(action, given, from) {
    sheet.classList.add("old");
    line = line.then(async () => {
      const before = state.text;
      try {
        const next = await call(action, { file, drawn: unit, product, ...(action === "open_file" ? {} : { stamp: state.stamp }), ...given });
        if (next.text !== before && action !== "open_file" && !given.undoing) { past.push(before); future.length = 0; if (past.length > 200) past.shift(); }
        state = next; waiting = null; tell("");
        if (given.key === "name" && given.unit === unit) unit = given.value || unit;
        show(from);
      } catch (error) {
        waiting = () => send(action, given, from);
        const stale = error instanceof Wrong;
        tell(stale ? error.message : WORDS.lost, h("button", { type: "button", onclick: stale ? () => route() : () => waiting && waiting() }, stale ? WORDS.again : WORDS.retry));
      }
    });
    return line;
  }
  const refresh = () => send("open_file", {}, null);
  function back(from, to) {
    if (!from.length) return;
    const before = state.text, words = from.pop();
    to.push(before);
    sheet.classList.add("old");
    line = line.then(async () => {
      try { state = await call("write", { file, stamp: state.stamp, drawn: unit, product, text: words }); show(null); }
      catch (error) { tell(error.message, h("button", { type: "button", onclick: () => route() }, WORDS.again)); }
    });
  }

  function input(field) {
    const id = `in-${field.key}`;
    if (field.shown) return several(field, id);
    const change = () => { const value = control.type === "checkbox" ? (control.checked ? "true" : field.optional ? "" : "false") : control.value;
      later(field.key, () => send("change", { unit, key: field.key, value, kind: field.kind }, control)); };
    let control;
    if (field.kind === "choice") control = h("select", { id, onchange: change }, [...(field.optional || !field.options.includes(field.value) ? [field.options.includes("") ? "" : field.optional ? "" : field.value] : []), ...field.options].map(option => h("option", { value: option }, option)));
    else if (field.kind === "flag") control = h("input", { id, type: "checkbox", onchange: change });
    else if (field.kind === "whole" && /^-?\d*$/.test(field.value)) control = h("input", { id, type: "number", step: "1", min: field.low === undefined ? undefined : String(field.low), max: field.high === undefined ? undefined : String(field.high), oninput: change });
    else control = h("input", { id, type: "text", autocomplete: "off", spellcheck: false, oninput: change });
    const wrong = h("span", { class: "wrong", id: `${id}-wrong` });
    control.setAttribute("aria-describedby", `${id}-said ${id}-wrong`);
    const box = h("div", { class: control.type === "number" ? "" : "wide" }, h("label", { class: "field", for: id }, field.label), h("div", {}, control), h("small", { id: `${id}-said` }, field.optional ? `${field.said}; ${WORDS.optional}` : field.said), " ", wrong);
    return { field, control, wrong, box };
  }

  // A list has an input for each row, things and figures by name one for each name.
  function several(field, id) {
    const parts = h("div", { class: "parts" }), wrong = h("span", { class: "wrong", id: `${id}-wrong` });
    const control = h("fieldset", { "aria-describedby": `${id}-said ${id}-wrong`, id }, h("legend", {}, field.label), parts);
    const change = () => later(field.key, () => send("change", { unit, key: field.key, value: JSON.stringify(control.read()), kind: field.kind }, control));
    const row = words => {
      const input = h("input", { type: "text", spellcheck: false, autocomplete: "off", "aria-label": field.label, oninput: change });
      input.value = words;
      const line = h("div", { class: "line" }, input, h("button", { type: "button", "aria-label": `${WORDS.remove} ${field.label}`, onclick: () => { line.remove(); change(); more.focus(); } }, "\u00d7"));
      return line;
    };
    const more = h("button", { type: "button", onclick: () => { const line = row(""); parts.append(line); line.querySelector("input").focus(); } }, WORDS.more);
    control.fill = shown => {
      if (shown.rows) parts.replaceChildren(...shown.rows.map(row));
      else parts.replaceChildren(...field.options.map(name => { const input = h("input", { type: "text", inputmode: "numeric", "data-name": name, oninput: change }); input.value = shown.amounts[name] || ""; return h("label", { class: "field" }, name.replaceAll("_", " "), input); }));
    };
    control.read = () => field.shown.rows ? [...parts.querySelectorAll("input")].map(one => one.value.trim()).filter(Boolean) : Object.fromEntries([...parts.querySelectorAll("input")].map(one => [one.dataset.name, one.value.trim()]).filter(([, value]) => value));
    control.fill(field.shown);
    if (field.shown.rows) control.append(more);
    control.append(h("small", { id: `${id}-said` }, field.optional ? `${field.said}; ${WORDS.optional}` : field.said), " ", wrong);
    return { field, control, wrong, box: h("div", { class: "wide" }, control) };
  }

  function show(from) {
    const here = state.units.find(one => one.name === unit) || state.units[0];
    unit = here?.name || unit;
    which.replaceChildren(...state.units.map(one => h("option", { value: one.name, selected: one.name === unit }, one.name)));
    which.hidden = state.units.length < 2;
    if (from !== text) text.value = state.text;
    const shape = here ? here.inputs.map(one => `${one.key} ${one.kind} ${Boolean(one.shown)}`).join() + here.name : "";
    if (here && (form.dataset.shape !== shape) && !(from && form.contains(from))) {
      inputs.clear();
      for (const field of here.inputs) inputs.set(field.key, input(field));
      form.replaceChildren(...[...inputs.values()].map(one => one.box));
      form.dataset.shape = shape;
    }
    for (const field of here?.inputs || []) {
      const one = inputs.get(field.key);
      if (!one) continue;
      if (one.control.fill) { if (one.control !== from && field.shown && JSON.stringify(one.control.read()) !== JSON.stringify(field.shown.rows || field.shown.amounts)) one.control.fill(field.shown); }
      else if (one.control.type === "checkbox") one.control.checked = field.value === "true";
      else if (one.control !== from && one.control.value !== field.value) one.control.value = field.value;
      const wrong = state.problems.filter(problem => problem.unit === unit && problem.key === field.key);
      one.wrong.textContent = wrong.map(problem => [problem.message, problem.hint].filter(Boolean).join("; ")).join(" ");
      one.control.setAttribute("aria-invalid", String(wrong.length > 0));
    }
    derived.replaceChildren(...Object.entries(here?.derived || {}).filter(([, value]) => value).flatMap(([key, value]) => [h("dt", {}, key), h("dd", {}, value)]));
    worked.hidden = !derived.childElementCount;
    const others = state.problems.filter(problem => !(problem.unit === unit && inputs.has(problem.key)) || tab === "text");
    list.replaceChildren(...(others.length ? [h("h3", {}, WORDS.problems), h("ul", {}, others.map(problem => h("li", { class: "wrong" },
      problem.line ? h("button", { type: "button", onclick: () => goTo(problem.line) }, WORDS.line(problem.line)) : "", " ", problem.message, problem.hint ? `; ${problem.hint}` : "")))] :
      [h("p", {}, state.problems.length ? "" : WORDS.fine)]), ...(here?.warnings || []).map(words => h("p", { class: "warn" }, words)));
    for (const url of pages) URL.revokeObjectURL(url);
    if (state.pages.length) {
      pages = state.pages.map(page => URL.createObjectURL(new Blob([page], { type: "image/svg+xml" })));
      sheet.replaceChildren(shownLabel, ...pages.map((url, n) => h("img", { src: url, alt: WORDS.drawn(WORDS[product], unit, n + 1) })));
      sheet.classList.remove("old");
    } else if (!sheet.querySelector("img")) sheet.replaceChildren(shownLabel, h("p", {}, state.problems.length ? WORDS.nothing : ""));
    undo.disabled = !past.length; redo.disabled = !future.length;
    const sound = state.problems.length === 0, what = file;
    prints.replaceChildren(...(sound ? printing({ what, unit, product }) : []));
  }

  function goTo(number) {
    turn("text");
    const lines = state.text.split("\n"), start = lines.slice(0, number - 1).join("\n").length + (number > 1 ? 1 : 0);
    text.focus();
    text.setSelectionRange(start, start + lines[number - 1].length);
  }

  document.onkeydown = event => {
    const typing = ["INPUT", "TEXTAREA"].includes(event.target.tagName);
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !typing) { event.preventDefault(); if (event.shiftKey) back(future, past); else back(past, future); }
  };
  await refresh();
  return [h("h1", {}, file.replace(/\.yaml$/, "")), h("div", { class: "editor" },
    h("div", {}, h("div", { class: "row" }, which, undo, redo, sharing(file, () => state.text)), tabs, panels.figures, panels.text), h("div", {}, prints, list, sheet))];
}

// --- a fleet

async function fleet(file) {
  let state = await call("open_fleet", { file }), line = Promise.resolve(), pages = [];
  trail.replaceChildren(h("a", { href: location.hash }, file));
  const lines = h("div"), sum = h("p", { role: "status", class: "sum" }), wrongs = h("div", { role: "status", "aria-live": "polite" }), sheet = h("section", { class: "sheet", "aria-label": WORDS.roster }), prints = h("div", { class: "row" });
  const timers = new Map();
  const later = (key, action) => { clearTimeout(timers.get(key)); timers.set(key, setTimeout(action, 250)); };
  function send(action, given, rebuild) {
    sheet.classList.add("old");
    line = line.then(async () => {
      try { state = await call(action, { file, stamp: state.stamp, ...given }); tell(""); show(rebuild); }
      catch (error) { tell(error instanceof Wrong ? error.message : WORDS.lost, h("button", { type: "button", onclick: () => error instanceof Wrong ? route() : send(action, given, rebuild) }, error instanceof Wrong ? WORDS.again : WORDS.retry)); }
    });
  }
  const head = h("div", { class: "row" }, ["title", "side", "limit"].map(key => {
    const write = event => later(key, () => send("change_fleet", { key, value: event.target.value.trim() }, key === "side"));
    const input = key === "side" ? h("select", { onchange: write }, [["", ""], ...Object.entries(state.sides)].map(([side, name]) => h("option", { value: side, selected: side === state.head.side }, name))) : h("input", { type: "text", inputmode: key === "limit" ? "numeric" : undefined, oninput: write });
    if (key !== "side") input.value = state.head[key] || "";
    return h("label", { class: "field" }, WORDS[key], input);
  }));
  const add = h("select", { "aria-label": WORDS.add }), adds = h("button", { type: "button", onclick: () => add.value && send("change_line", { number: String(state.lines.length), line: JSON.stringify({ unit: add.value }) }, true) }, WORDS.add);

  function row(one, number) {
    const write = (key, value) => { one[key] = value; later(`${number}${key}`, () => send("change_line", { number: String(number), line: JSON.stringify(one) }, false)); };
    const input = (key, more) => { const field = h("input", { oninput: event => write(key, event.target.value), ...more }); field.value = key === "count" ? one.count || "1" : one[key]; return h("label", { class: "field" }, WORDS[key], field); };
    return h("fieldset", { class: "line" }, h("legend", {}, one.unit), h("div", { class: "asked" }, input("count", { type: "number", min: "1", max: "99" }), input("names", { type: "text" }), input("damage", { type: "text", placeholder: "hull=3" })),
      input("notes", { type: "text" }), h("button", { type: "button", "aria-label": `${WORDS.out} ${one.unit}`, onclick: () => send("change_line", { number: String(number), line: "" }, true) }, WORDS.out));
  }

  function show(rebuild) {
    if (rebuild) {
      lines.replaceChildren(...state.lines.map(row));
      add.replaceChildren(...state.units.map(unit => h("option", { value: unit.name }, unit.points ? `${unit.name} (${unit.points})` : unit.name)));
    }
    sum.textContent = state.points === "" ? "" : WORDS.points(state.points, state.limit);
    sum.className = state.warnings.length ? "sum warn" : "sum";
    wrongs.replaceChildren(...state.problems.map(problem => h("p", { class: "wrong" }, [problem.line ? `${WORDS.line(problem.line)}: ` : "", problem.message, problem.hint ? `; ${problem.hint}` : ""].join(""))), ...state.warnings.map(words => h("p", { class: "warn" }, words)));
    for (const url of pages) URL.revokeObjectURL(url);
    if (state.pages.length) {
      pages = state.pages.map(page => URL.createObjectURL(new Blob([page], { type: "image/svg+xml" })));
      sheet.replaceChildren(...pages.map((url, n) => h("img", { src: url, alt: WORDS.drawn(WORDS.roster, state.head.title || file, n + 1) })));
      sheet.classList.remove("old");
    }
    prints.replaceChildren(...(state.problems.length ? [] : printing({ what: file })));
  }

  show(true);
  return [h("h1", {}, state.head.title || file), h("p", {}, state.game), h("div", { class: "editor" }, h("div", {}, head, sum, wrongs, lines, h("div", { class: "row" }, add, adds, sharing(file, () => state.text))), h("div", {}, prints, sheet))];
}

// --- a file as a link that holds it

const packed = async (bytes, way) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(way)).arrayBuffer());

async function linkTo(file, text) {
  const bytes = await packed(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const words = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.href.split("#")[0]}#/take/${encodeURIComponent(file.split("/").pop())}/${words}`;
}

function sharing(file, text) {
  return h("button", { type: "button", onclick: async () => {
    const link = await linkTo(file, text());
    try { await navigator.clipboard.writeText(link); tell(WORDS.copiedLink); } catch { tell("", ""); tell(link); }
  } }, WORDS.share);
}

async function takePage(there) {
  const [file, words = ""] = there.split("/");
  let text = "";
  try {  // no more than a file may have is ever unpacked
    const bytes = Uint8Array.from(atob(words.replaceAll("-", "+").replaceAll("_", "/")), sign => sign.charCodeAt(0)), decoder = new TextDecoder();
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += decoder.decode(part.value, { stream: true });
      if (text.length > 1_000_000) { await reader.cancel(); throw new Error("too long"); }
    }
    if (!text) throw new Error("empty");
  } catch { throw new Wrong([{ message: WORDS.badLink }]); }
  trail.replaceChildren(h("a", { href: location.hash }, file));
  const name = h("input", { value: file.replace(/\.yaml$/, ""), maxlength: "60" }), wrong = h("p", { class: "wrong", role: "alert" });
  return [h("h1", {}, WORDS.sent), h("form", { class: "row", onsubmit: async event => {
    event.preventDefault();
    try { const kept = await call("take", { file: `${name.value.trim()}.yaml`, text }); location.hash = `#/${kept.fleet ? "fleet" : "edit"}/${encodeURIComponent(kept.file)}`; }
    catch (error) { wrong.textContent = error.message; }
  } }, h("label", { class: "field" }, WORDS.keepAs, name), h("button", { class: "first" }, WORDS.keep)), wrong,
  h("pre", { class: "sent", tabindex: "0", role: "region", "aria-label": WORDS.text }, text)];
}

// --- a pack, looked through before it is printed

async function pack(what) {
  const { themes } = await call("games");
  trail.replaceChildren(h("a", { href: location.hash }, what));
  const pages = h("div", { class: "thumbs" }), prints = h("div", { class: "row" }), count = h("p", { role: "status" });
  const [paper, sheet] = choice(WORDS.paper, PAPERS, { onchange: look }), [ink, colour] = choice(WORDS.ink, INKS, { onchange: look });
  const [themeLabel, theme] = choice(WORDS.theme, [["", WORDS.own], ...themes], { onchange: look });
  let urls = [], turn = 0;
  async function look() {
    const mine = ++turn, asked = { what, paper: sheet.value, ink: colour.value, theme: theme.value };
    pages.classList.add("old");
    count.textContent = WORDS.making;
    try {
      const found = await call("preview", asked);
      if (mine !== turn) return;
      for (const url of urls) URL.revokeObjectURL(url);
      urls = found.pages.map(page => URL.createObjectURL(new Blob([page.svg], { type: "image/svg+xml" })));
      pages.replaceChildren(...found.pages.map((page, n) => h("button", { type: "button", onclick: () => large(urls[n], page.code) }, h("img", { src: urls[n], alt: "", loading: "lazy" }), page.code || String(n + 1))));
      count.textContent = WORDS.pages(found.pages.length);
      prints.replaceChildren(...printing(asked));
    } catch (error) { if (mine === turn) { count.textContent = ""; tell(error.message); } }
    pages.classList.remove("old");
  }
  look();
  return [h("h1", {}, what.split("/").pop().replaceAll("_", " ")), h("div", { class: "row" }, paper, ink, themeLabel), prints, count, pages];
}

function large(url, code) {
  const dialog = document.getElementById("ask");
  dialog.replaceChildren(h("img", { class: "large", src: url, alt: code }), h("button", { type: "button", onclick: () => dialog.close() }, WORDS.close));
  dialog.showModal();
}

// --- where one is

const ROUTES = [[/^#\/game\/(.+)$/, gamePage], [/^#\/edit\/(.+)$/, edit], [/^#\/fleet\/(.+)$/, fleet], [/^#\/pack\/(.+)$/, pack], [/^#\/take\/(.+)$/, takePage], [/^#?\/?$/, home]];
let turnOf = 0;

async function route() {
  const mine = ++turnOf, [found, page] = ROUTES.map(([way, view]) => [location.hash.match(way), view]).find(([match]) => match) || [[], home];
  document.onkeydown = null;
  tell("");
  main.replaceChildren(h("p", {}, WORDS.loading));
  try {
    const contents = await page(...found.slice(1).map(decodeURIComponent));
    if (mine === turnOf) { main.replaceChildren(...contents); document.title = `${main.querySelector("h1")?.textContent || ""} - printshop`; }
  } catch (error) {
    if (mine === turnOf) main.replaceChildren(h("p", { class: "wrong", role: "alert" }, error instanceof Wrong ? error.message : WORDS.lost), h("button", { type: "button", onclick: route }, WORDS.retry));
  }
}

if (SITE && "serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
addEventListener("hashchange", () => { route(); main.focus(); });
route();
