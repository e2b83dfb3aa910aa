import { call, printing, Wrong } from "./calls.js";
import { sharing } from "./link.js";
import { again, asBase64, choice, h, tell, trail } from "./page.js";
import { SHOWN, WORDS } from "./words.js";

// One file: its units, their figures, its text, what they look like

export async function edit(file) {
  let state = await call("open_file", { file }),
    unit = state.units[0]?.name || "",
    product = "records",
    tab = "figures";
  const past = [],
    future = [],
    inputs = new Map();
  let line = Promise.resolve(),
    waiting = null,
    pages = [];
  trail.replaceChildren(h("a", { href: location.hash }, file));

  const which = h("select", {
    "aria-label": WORDS.units,
    onchange: () => {
      unit = which.value;
      refresh();
    },
  });
  const [shownLabel, shown] = choice(
    WORDS.shown,
    SHOWN.map(one => [one, WORDS[one]]),
    {
      onchange: () => {
        product = shown.value;
        refresh();
      },
    },
  );
  const form = h("form", { class: "inputs", onsubmit: event => event.preventDefault() }),
    list = h("div", { role: "status", "aria-live": "polite" });
  const text = h("textarea", {
    class: "text",
    spellcheck: false,
    "aria-label": `${WORDS.text}: ${file}`,
    oninput: () => later("text", () => send("write", { text: text.value }, text)),
  });
  const sheet = h("section", { class: "sheet", "aria-label": WORDS.shown }),
    derived = h("dl"),
    worked = h("h3", {}, WORDS.worked);
  const undo = h("button", { type: "button", onclick: () => back(past, future) }, WORDS.undo),
    redo = h("button", { type: "button", onclick: () => back(future, past) }, WORDS.redo);
  const prints = h("div", { class: "row" }),
    panels = {
      figures: h("div", { id: "panel-figures", role: "tabpanel" }, form, worked, derived),
      text: h("div", { id: "panel-text", role: "tabpanel", hidden: true }, text),
    };
  const tabs = h(
    "div",
    { class: "row", role: "tablist" },
    Object.keys(panels).map(key =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${key}`,
          "aria-controls": `panel-${key}`,
          "aria-selected": String(key === tab),
          onclick: () => turn(key),
          onkeydown: event => {
            if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
              turn(key === "text" ? "figures" : "text");
              document.getElementById(`tab-${tab}`).focus();
            }
          },
        },
        WORDS[key],
      ),
    ),
  );

  function turn(key) {
    tab = key;
    for (const [name, panel] of Object.entries(panels)) {
      panel.hidden = name !== key;
      tabs.querySelector(`#tab-${name}`).setAttribute("aria-selected", String(name === key));
    }
    show(null);
  }

  // What is typed waits a moment for what follows it; requests go one after the other, each with the stamp of the last.
  const timers = new Map();
  function later(key, action) {
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => {
        timers.delete(key);
        action();
      }, 40),
    );
  }
  function send(action, given, from) {
    sheet.classList.add("old");
    line = line.then(async () => {
      const before = state.text;
      try {
        const next = await call(action, {
          file,
          drawn: unit,
          product,
          ...(action === "open_file" ? {} : { stamp: state.stamp }),
          ...given,
        });
        if (next.text !== before && action !== "open_file" && !given.undoing) {
          past.push(before);
          future.length = 0;
          if (past.length > 200) past.shift();
        }
        state = next;
        waiting = null;
        tell("");
        if (given.key === "name" && given.unit === unit) unit = given.value || unit;
        show(from);
      } catch (error) {
        waiting = () => send(action, given, from);
        const stale = error instanceof Wrong;
        tell(
          stale ? error.message : WORDS.lost,
          h(
            "button",
            { type: "button", onclick: stale ? again : () => waiting?.() },
            stale ? WORDS.again : WORDS.retry,
          ),
        );
      }
    });
    return line;
  }
  const refresh = () => send("open_file", {}, null);
  function back(from, to) {
    if (!from.length) return;
    const before = state.text,
      words = from.pop();
    to.push(before);
    sheet.classList.add("old");
    line = line.then(async () => {
      try {
        state = await call("write", { file, stamp: state.stamp, drawn: unit, product, text: words });
        show(null);
      } catch (error) {
        tell(error.message, h("button", { type: "button", onclick: again }, WORDS.again));
      }
    });
  }

  function input(field) {
    const id = `in-${field.key}`;
    if (field.shown) return several(field, id);
    const change = () => {
      const value =
        control.type === "checkbox" ? (control.checked ? "true" : field.optional ? "" : "false") : control.value;
      later(field.key, () => send("change", { unit, key: field.key, value, kind: field.kind }, control));
    };
    let control;
    if (field.kind === "choice")
      control = h(
        "select",
        { id, onchange: change },
        [
          ...(field.optional || !field.options.includes(field.value)
            ? [field.options.includes("") ? "" : field.optional ? "" : field.value]
            : []),
          ...field.options,
        ].map(option => h("option", { value: option }, option)),
      );
    else if (field.kind === "flag") control = h("input", { id, type: "checkbox", onchange: change });
    else if (field.kind === "whole" && /^-?\d*$/.test(field.value))
      control = h("input", {
        id,
        type: "number",
        step: "1",
        min: field.low === undefined ? undefined : String(field.low),
        max: field.high === undefined ? undefined : String(field.high),
        oninput: change,
      });
    else control = h("input", { id, type: "text", autocomplete: "off", spellcheck: false, oninput: change });
    const wrong = h("span", { class: "wrong", id: `${id}-wrong` });
    control.setAttribute("aria-describedby", `${id}-said ${id}-wrong`);
    const box = h(
      "div",
      { class: control.type === "number" ? "" : "wide" },
      h("label", { class: "field", for: id }, field.label),
      h("div", field.kind === "picture" ? { class: "line" } : {}, control, field.kind === "picture" ? chooser() : ""),
      h("small", { id: `${id}-said` }, field.optional ? `${field.said}; ${WORDS.optional}` : field.said),
      " ",
      wrong,
    );
    return { field, control, wrong, box };
  }

  // A picture is chosen, or dropped anywhere on the editor: it goes into art/ beside the file.
  function chooser() {
    const picked = h("input", { type: "file", accept: ".svg,.png,.jpg,.jpeg", hidden: true });
    picked.addEventListener("change", () => picked.files.length && takePicture(picked.files[0]));
    return [picked, h("button", { type: "button", onclick: () => picked.click() }, WORDS.choose)];
  }

  async function takePicture(picture) {
    try {
      const { art } = await call("picture", { file, name: picture.name, data: await asBase64(picture) });
      send("change", { unit, key: "art", value: art, kind: "picture" }, null);
    } catch (error) {
      tell(error.message);
    }
  }

  function drop(event) {
    event.preventDefault();
    const [picture] = event.dataTransfer.files;
    if (picture) takePicture(picture);
  }

  // A list has an input for each row, things and figures by name one for each name.
  function several(field, id) {
    const parts = h("div", { class: "parts" }),
      wrong = h("span", { class: "wrong", id: `${id}-wrong` });
    const control = h(
      "fieldset",
      { "aria-describedby": `${id}-said ${id}-wrong`, id },
      h("legend", {}, field.label),
      parts,
    );
    const change = () =>
      later(field.key, () =>
        send("change", { unit, key: field.key, value: JSON.stringify(control.read()), kind: field.kind }, control),
      );
    const row = words => {
      const input = h("input", {
        type: "text",
        spellcheck: false,
        autocomplete: "off",
        "aria-label": field.label,
        oninput: change,
      });
      input.value = words;
      const line = h(
        "div",
        { class: "line" },
        input,
        h(
          "button",
          {
            type: "button",
            "aria-label": `${WORDS.remove} ${field.label}`,
            onclick: () => {
              line.remove();
              change();
              more.focus();
            },
          },
          "\u00d7",
        ),
      );
      return line;
    };
    const more = h(
      "button",
      {
        type: "button",
        onclick: () => {
          const line = row("");
          parts.append(line);
          line.querySelector("input").focus();
        },
      },
      WORDS.more,
    );
    control.fill = shown => {
      if (shown.rows) parts.replaceChildren(...shown.rows.map(row));
      else
        parts.replaceChildren(
          ...field.options.map(name => {
            const input = h("input", { type: "text", inputmode: "numeric", "data-name": name, oninput: change });
            input.value = shown.amounts[name] || "";
            return h("label", { class: "field" }, name.replaceAll("_", " "), input);
          }),
        );
    };
    control.read = () =>
      field.shown.rows
        ? [...parts.querySelectorAll("input")].map(one => one.value.trim()).filter(Boolean)
        : Object.fromEntries(
            [...parts.querySelectorAll("input")]
              .map(one => [one.dataset.name, one.value.trim()])
              .filter(([, value]) => value),
          );
    control.fill(field.shown);
    if (field.shown.rows) control.append(more);
    control.append(
      h("small", { id: `${id}-said` }, field.optional ? `${field.said}; ${WORDS.optional}` : field.said),
      " ",
      wrong,
    );
    return { field, control, wrong, box: h("div", { class: "wide" }, control) };
  }

  function show(from) {
    const here = state.units.find(one => one.name === unit) || state.units[0];
    unit = here?.name || unit;
    which.replaceChildren(
      ...state.units.map(one => h("option", { value: one.name, selected: one.name === unit }, one.name)),
    );
    which.hidden = state.units.length < 2;
    if (from !== text) text.value = state.text;
    const shape = here ? here.inputs.map(one => `${one.key} ${one.kind} ${Boolean(one.shown)}`).join() + here.name : "";
    if (here && form.dataset.shape !== shape && !(from && form.contains(from))) {
      inputs.clear();
      for (const field of here.inputs) inputs.set(field.key, input(field));
      form.replaceChildren(...[...inputs.values()].map(one => one.box));
      form.dataset.shape = shape;
    }
    for (const field of here?.inputs || []) {
      const one = inputs.get(field.key);
      if (!one) continue;
      if (one.control.fill) {
        if (
          one.control !== from &&
          field.shown &&
          JSON.stringify(one.control.read()) !== JSON.stringify(field.shown.rows || field.shown.amounts)
        )
          one.control.fill(field.shown);
      } else if (one.control.type === "checkbox") one.control.checked = field.value === "true";
      else if (one.control !== from && one.control.value !== field.value) one.control.value = field.value;
      const wrong = state.problems.filter(problem => problem.unit === unit && problem.key === field.key);
      one.wrong.textContent = wrong
        .map(problem => [problem.message, problem.hint].filter(Boolean).join("; "))
        .join(" ");
      one.control.setAttribute("aria-invalid", String(wrong.length > 0));
    }
    derived.replaceChildren(
      ...Object.entries(here?.derived || {})
        .filter(([, value]) => value)
        .flatMap(([key, value]) => [h("dt", {}, key), h("dd", {}, value)]),
    );
    worked.hidden = !derived.childElementCount;
    const others = state.problems.filter(
      problem => !(problem.unit === unit && inputs.has(problem.key)) || tab === "text",
    );
    list.replaceChildren(
      ...(others.length
        ? [
            h("h3", {}, WORDS.problems),
            h(
              "ul",
              {},
              others.map(problem =>
                h(
                  "li",
                  { class: "wrong" },
                  problem.line
                    ? h("button", { type: "button", onclick: () => goTo(problem.line) }, WORDS.line(problem.line))
                    : "",
                  " ",
                  problem.message,
                  problem.hint ? `; ${problem.hint}` : "",
                ),
              ),
            ),
          ]
        : [h("p", {}, state.problems.length ? "" : WORDS.fine)]),
      ...(here?.warnings || []).map(words => h("p", { class: "warn" }, words)),
    );
    for (const url of pages) URL.revokeObjectURL(url);
    if (state.pages.length) {
      pages = state.pages.map(page => URL.createObjectURL(new Blob([page], { type: "image/svg+xml" })));
      sheet.replaceChildren(
        shownLabel,
        ...pages.map((url, n) => h("img", { src: url, alt: WORDS.drawn(WORDS[product], unit, n + 1) })),
      );
      sheet.classList.remove("old");
    } else if (!sheet.querySelector("img"))
      sheet.replaceChildren(shownLabel, h("p", {}, state.problems.length ? WORDS.nothing : ""));
    undo.disabled = !past.length;
    redo.disabled = !future.length;
    const sound = state.problems.length === 0,
      what = file;
    prints.replaceChildren(...(sound ? printing({ what, unit, product }) : []));
  }

  function goTo(number) {
    turn("text");
    const lines = state.text.split("\n"),
      start = lines.slice(0, number - 1).join("\n").length + (number > 1 ? 1 : 0);
    text.focus();
    text.setSelectionRange(start, start + lines[number - 1].length);
  }

  document.onkeydown = event => {
    const typing = ["INPUT", "TEXTAREA"].includes(event.target.tagName);
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !typing) {
      event.preventDefault();
      if (event.shiftKey) back(future, past);
      else back(past, future);
    }
  };
  await refresh();
  return [
    h("h1", {}, file.replace(/\.yaml$/, "")),
    h(
      "div",
      { class: "editor", ondrop: drop, ondragover: event => event.preventDefault() },
      h(
        "div",
        {},
        h(
          "div",
          { class: "row" },
          which,
          undo,
          redo,
          sharing(file, () => state.text),
        ),
        tabs,
        panels.figures,
        panels.text,
      ),
      h("div", {}, prints, list, sheet),
    ),
  ];
}
