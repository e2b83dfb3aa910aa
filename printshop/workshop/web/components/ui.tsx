// The components of all views: buttons, fields, menus, tabs, dialogs, drawings.

import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useBackToClose } from "../browser/back.ts";
import { Icon, type IconName } from "./icons.tsx";
import { closeNotices, messageOf, notify } from "../browser/notices.ts";
import { pickAt, type Picks } from "../model/drawing_picks.ts";
import type { PlacedWords } from "../model/drawn_words.ts";
import { patchSvg } from "../browser/svg_patch.ts";
import type { UnitFact, UnitWarning } from "../types.ts";

export type Children = ComponentChildren;
// The attributes that a Field gives to the input in it.
export interface InputProps {
  id?: string;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean;
  "aria-label"?: string;
  "data-path"?: string; // of the value in its file
}

// --- buttons and links

interface ButtonProps {
  kind?: "primary" | "secondary" | "quiet" | "danger";
  icon?: IconName;
  label?: string; // for an icon without words
  onClick?: (event: MouseEvent) => unknown;
  disabled?: boolean;
  reason?: string; // against the action: a tooltip, and a message when the button is pressed
  submits?: boolean;
  busy?: boolean; // its action runs
  pressed?: boolean;
  describedBy?: string;
  children?: Children;
}
export const Button = ({
  kind = "secondary",
  icon,
  label,
  onClick,
  disabled,
  reason,
  submits,
  busy,
  pressed,
  describedBy,
  children,
}: ButtonProps) => (
  <button
    type={submits ? "submit" : "button"}
    class={`button ${kind}${children ? "" : " bare"}`}
    aria-label={label}
    title={reason || label}
    aria-pressed={pressed}
    aria-describedby={describedBy}
    aria-busy={busy}
    aria-disabled={reason ? true : undefined}
    disabled={disabled || busy}
    onClick={reason ? () => void notify(reason) : onClick}
  >
    {icon && <Icon name={icon} />}
    {children}
  </button>
);

interface LinkProps {
  href: string;
  kind?: ButtonProps["kind"];
  icon?: IconName;
  label?: string;
  newTab?: boolean;
  download?: boolean;
  onClick?: (event: MouseEvent) => unknown;
  children?: Children;
}
export const LinkButton = ({
  href,
  kind = "secondary",
  icon,
  label,
  newTab,
  download,
  onClick,
  children,
}: LinkProps) => (
  <a
    class={`button ${kind}${children ? "" : " bare"}`}
    href={href || undefined}
    role={href ? undefined : "link"}
    aria-disabled={!href || undefined}
    aria-label={label}
    title={label}
    onClick={onClick}
    {...(newTab ? { target: "_blank", rel: "noopener" } : {})}
    {...(download ? { download: "" } : {})}
  >
    {icon && <Icon name={icon} />}
    {children}
  </a>
);

const MENU_GAP = 4; // pixels between a menu and its button, or the edge of the window

// Shows a list in the top layer, so that no box cuts it off: below its button, or above it if only that place has room,
// and never beyond the edges. Returns a function that ends this.
export function showBeside(list: HTMLElement, button: HTMLElement, align: "start" | "end" = "start") {
  list.showPopover();
  const place = () => {
    const { top, bottom, left, right } = button.getBoundingClientRect(),
      { offsetWidth, scrollHeight } = list,
      most = Number.parseFloat(getComputedStyle(list).getPropertyValue("--most")) || innerHeight, // of a long list
      height = Math.min(scrollHeight, most) + 2 + MENU_GAP, // with its border
      below = innerHeight - bottom - MENU_GAP,
      above = top - MENU_GAP,
      isLow = height > below && height <= above,
      isOver = height > (isLow ? above : below), // it lies over its button
      farthest = document.documentElement.clientWidth - offsetWidth - MENU_GAP;
    Object.assign(list.style, {
      top: isOver ? `${Math.max(MENU_GAP, innerHeight - height)}px` : isLow ? "auto" : `${bottom + MENU_GAP}px`,
      bottom: isLow && !isOver ? `${innerHeight - top + MENU_GAP}px` : "auto",
      maxHeight: `${Math.min(most, (isOver ? innerHeight : isLow ? top : innerHeight - bottom) - 2 * MENU_GAP)}px`,
      left: `${Math.max(MENU_GAP, Math.min(align === "end" ? right - offsetWidth : left, farthest))}px`,
    });
  };
  place();
  addEventListener("scroll", place, true); // the list stays at its button
  addEventListener("resize", place);
  return () => {
    removeEventListener("scroll", place, true);
    removeEventListener("resize", place);
  };
}

let coverCount = 0; // menus, sheets and dialogs over the page
// Puts messages below a menu or sheet while it is open.
export function useCover(isOpen: boolean) {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const count = (change: number) => {
      coverCount += change;
      document.documentElement.classList.toggle("is-covered", coverCount > 0);
    };
    count(1);
    return () => count(-1);
  }, [isOpen]);
}

const InFold = createContext(false);
// A button with a list of further actions. The list lies over the page; from a folded list of actions, it comes up as a
// sheet with a title and a way back. Escape and arrow keys work.
interface MenuProps {
  label: string;
  icon?: IconName;
  kind?: ButtonProps["kind"];
  hideLabel?: boolean; // only the icon is shown
  align?: "start" | "end";
  children: Children; // MenuItem
}
export function Menu({ label, icon, kind = "secondary", hideLabel, align = "start", children }: MenuProps) {
  const [isOpen, setOpen] = useState(false),
    isInFold = useContext(InFold);
  const box = useRef<HTMLDivElement>(null),
    list = useRef<HTMLDivElement>(null); // or the sheet around it
  useCover(isOpen);
  useBackToClose(isOpen, () => setOpen(false));
  const items = () => [...(box.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
  const close = (focus: boolean) => {
    setOpen(false);
    if (focus) box.current?.querySelector<HTMLElement>("button")?.focus();
  };
  useLayoutEffect(() => {
    if (!isOpen || !list.current || !box.current) return;
    if (isInFold) list.current.showPopover();
    const close = isInFold ? () => {} : showBeside(list.current, box.current, align);
    items()[0]?.focus({ preventScroll: true });
    const outside = (event: Event) => !box.current?.contains(event.target as Node) && setOpen(false);
    addEventListener("pointerdown", outside);
    return () => {
      removeEventListener("pointerdown", outside);
      close();
    };
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const all = items(),
      now = all.indexOf(document.activeElement as HTMLElement),
      step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") close(true);
    else if (event.key === "Tab") setOpen(false);
    else if (step) all[(now + step + all.length) % all.length]?.focus();
    else if (event.key === "Home") all[0]?.focus();
    else if (event.key === "End") all.at(-1)?.focus();
    else return;
    if (event.key !== "Tab") event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class={`menu ${align}`} ref={box} onKeyDown={onKeyDown}>
      <button
        type="button"
        class={`button ${kind}${hideLabel ? " bare" : ""}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={hideLabel ? label : undefined}
        title={hideLabel ? label : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {icon && <Icon name={icon} />}
        {!hideLabel && label}
        {isInFold ? <Icon name="next" /> : !hideLabel && <span class="caret" aria-hidden="true" />}
      </button>
      {isOpen && isInFold && (
        <div class="menu-sheet" popover="manual" ref={list}>
          <div class="menu-sheet-head">
            <Button
              kind="quiet"
              icon="back"
              label="Back"
              onClick={event => {
                event.stopPropagation(); // the folded list stays open
                close(true);
              }}
            />
            <h2>{label}</h2>
          </div>
          <div role="menu" aria-label={label} onClick={() => close(true)}>
            {children}
          </div>
        </div>
      )}
      {isOpen && !isInFold && (
        <div role="menu" aria-label={label} popover="manual" ref={list} onClick={() => close(true)}>
          {children}
        </div>
      )}
    </div>
  );
}
interface MenuItemProps {
  icon?: IconName;
  danger?: boolean;
  disabled?: boolean;
  href?: string;
  newTab?: boolean;
  download?: boolean;
  hint?: string;
  onClick?: (event: MouseEvent) => unknown;
  children: Children;
}
export const MenuItem = ({
  icon,
  danger,
  disabled,
  href,
  newTab,
  download,
  hint,
  onClick,
  children,
}: MenuItemProps) => {
  const inside = (
    <>
      {icon && <Icon name={icon} />}
      <span>
        {children}
        {hint && <small>{hint}</small>}
      </span>
    </>
  );
  const props = { role: "menuitem", class: danger ? "danger" : "", tabIndex: -1 } as const;
  return href && !disabled ? (
    <a
      {...props}
      href={href}
      onClick={onClick}
      {...(newTab ? { target: "_blank", rel: "noopener" } : {})}
      {...(download ? { download: "" } : {})}
    >
      {inside}
    </a>
  ) : (
    <button {...props} type="button" disabled={disabled} onClick={onClick}>
      {inside}
    </button>
  );
};

export const Chip = ({
  children,
  color,
  pressed,
  onClick,
}: {
  children: Children;
  color?: string;
  pressed?: boolean;
  onClick?: () => void;
}) => {
  const dot = color && <i class="dot" style={{ background: color }} />;
  return onClick ? (
    <button type="button" class="chip" aria-pressed={pressed} onClick={onClick}>
      {dot}
      {children}
    </button>
  ) : (
    <span class="chip">
      {dot}
      {children}
    </span>
  );
};

// --- fields

// A colour, chosen on a swatch. Another value than a colour, or none, is shown grey.
export const ColorInput = ({
  label,
  value,
  onInput,
}: {
  label: string;
  value: string;
  onInput: (color: string) => void;
}) => {
  const long = value.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3");
  return (
    <input
      type="color"
      class="color-swatch"
      aria-label={label}
      title={label}
      value={/^#[\da-f]{6}$/i.test(long) ? long : "#808080"}
      onInput={event => onInput(event.currentTarget.value)}
    />
  );
};

interface FieldProps {
  label: string;
  hint?: Children;
  problem?: string;
  correction?: Children; // of the problem
  wide?: boolean;
  optional?: boolean;
  children: (props: InputProps) => Children;
}
// The input of a form that cannot be sent, and why.
const InputProblem = createContext({ id: "", words: "" });
// A label, an input, a hint and a problem. The place of the problem is always there: nothing moves when it appears.
export function Field({ label, hint, problem: given = "", correction, wide, optional, children }: FieldProps) {
  const id = useId(),
    invalid = useContext(InputProblem),
    problem = given || (invalid.id === id ? invalid.words : "");
  return (
    <div class={`field${wide ? " wide" : ""}`}>
      <label for={id}>
        {label}
        {optional && <small> optional</small>}
      </label>
      {children({ id, "aria-describedby": `${id}-hint ${id}-problem`, "aria-invalid": Boolean(problem) })}
      <div class="below">
        <small class="hint" id={`${id}-hint`}>
          {hint}
        </small>
        <small class="problem" id={`${id}-problem`} title={problem}>
          {problem}
        </small>
        {correction}
      </div>
    </div>
  );
}

// A text that is being typed: it is the value of the file, until it is typed into; then it stays as typed until the file
// has it, or until the input is left. Returns the text, a setter, and a function for the blur event.
export function useDraft(value: string, commit: (text: string) => void): [string, (text: string) => void, () => void] {
  const [draft, setDraft] = useState<string | null>(null);
  const typed = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (typed.current === value) {
      typed.current = null;
      setDraft(null);
    }
  }, [value]);
  const change = (text: string) => {
    typed.current = text;
    setDraft(text);
    commit(text);
  };
  const leave = () => {
    if (typed.current !== null && typed.current.trim() === value) {
      typed.current = null;
      setDraft(null);
    }
  };
  return [draft ?? value, change, leave];
}

interface TextProps {
  value: string;
  onInput: (text: string) => void;
  suggestions?: readonly string[];
  lines?: number; // of a text area
  isOneLine?: boolean; // a text area that wraps its text, without line breaks
  inputMode?: "text" | "numeric" | "decimal";
  placeholder?: string;
  maxLength?: number;
  disabled?: boolean;
  props?: InputProps;
}
export function TextInput({
  value,
  onInput,
  suggestions,
  lines,
  isOneLine,
  inputMode,
  placeholder,
  maxLength,
  disabled,
  props = {},
}: TextProps) {
  const [text, change, leave] = useDraft(value, onInput);
  const list = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (!area.current) return;
    area.current.style.height = "auto"; // it is as high as its text
    area.current.style.height = `${area.current.scrollHeight + 2}px`;
  }, [text, lines]);
  if (lines)
    return (
      <textarea
        {...props}
        ref={area}
        rows={lines}
        value={text}
        placeholder={placeholder}
        maxLength={maxLength}
        disabled={disabled}
        onInput={event =>
          change(isOneLine ? event.currentTarget.value.replace(/\s*\n\s*/g, " ") : event.currentTarget.value)
        }
        onKeyDown={event => isOneLine && event.key === "Enter" && event.preventDefault()}
        onBlur={leave}
      />
    );
  return (
    <>
      <input
        {...props}
        type="text"
        autocomplete="off"
        spellcheck={false}
        value={text}
        inputMode={inputMode}
        placeholder={placeholder}
        maxLength={maxLength}
        disabled={disabled}
        list={suggestions?.length ? list : undefined}
        onInput={event => change(event.currentTarget.value)}
        onBlur={leave}
      />
      {suggestions?.length ? (
        <datalist id={list}>
          {suggestions.map(word => (
            <option value={word} key={word} />
          ))}
        </datalist>
      ) : null}
    </>
  );
}

export type Choice<Value extends string = string> = Value | [value: Value, label: string];
interface SelectProps<Value extends string> {
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
  disabled?: boolean;
  label?: string; // if no Field stands around it
  props?: InputProps;
}
// A choice. A value of the file that is not among the choices is offered, too.
export const Select = <Value extends string>(given: SelectProps<Value>) => {
  const { value, choices, onChange, disabled, label, props = {} } = given,
    pairs = choices.map(one => (typeof one === "string" ? ([one, one] as const) : one));
  return (
    <select
      {...props}
      value={value}
      disabled={disabled}
      aria-label={label}
      onChange={event => onChange(event.currentTarget.value as Value)}
    >
      {pairs.every(([one]) => one !== value) && <option value={value}>{value || "–"}</option>}
      {pairs.map(([one, words]) => (
        <option value={one} key={one}>
          {words}
        </option>
      ))}
    </select>
  );
};

export const Checkbox = ({
  checked,
  onChange,
  disabled,
  children,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  children: Children;
}) => (
  <label class="check">
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={event => onChange(event.currentTarget.checked)}
    />
    <span>{children}</span>
  </label>
);

// Yes or no.
export const Toggle = ({
  checked,
  onChange,
  props = {},
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  props?: InputProps;
}) => (
  <button
    {...props}
    type="button"
    role="switch"
    class="toggle"
    aria-checked={checked}
    onClick={() => onChange(!checked)}
  >
    {checked ? "Yes" : "No"}
  </button>
);

// A text of a file that is usually a whole number, with buttons for one less and one more of it. Arrow keys work, too.
export function NumberStepper({
  text,
  low,
  high,
  label,
  onInput,
  props,
}: {
  text: string;
  low: number;
  high: number;
  label: string;
  onInput: (text: string) => void;
  props: InputProps;
}) {
  const number = /^-?\d+$/.test(text) ? Number(text) : text ? Number.NaN : low - 1;
  const step = (by: number) => {
    if (!Number.isNaN(number)) onInput(String(Math.min(high, Math.max(low, number + by))));
  };
  const button = (by: 1 | -1, sign: string, words: string) => (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`${label}: ${words}`}
      disabled={!(by < 0 ? number > low : number < high)}
      onClick={() => step(by)}
    >
      {sign}
    </button>
  );
  return (
    <span
      class="stepper"
      onKeyDown={event => {
        const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (!by) return;
        event.preventDefault();
        step(by);
      }}
    >
      {button(-1, "−", "one less")}
      <TextInput props={{ ...props, "aria-label": label }} value={text} inputMode="numeric" onInput={onInput} />
      {button(1, "+", "one more")}
    </span>
  );
}

// A number with buttons for one less and one more. Arrow keys work, too; what is typed is sent at once.
export function Stepper({
  value,
  low = 0,
  high = 999,
  label,
  onChange,
  props = {},
}: {
  value: number;
  low?: number;
  high?: number;
  label: string;
  onChange: (value: number) => void;
  props?: InputProps;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const typed = (text: string) => {
    setDraft(text);
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= low && number <= high) onChange(number);
  };
  const step = (by: number) => {
    setDraft(null);
    onChange(Math.min(high, Math.max(low, value + by)));
  };
  return (
    <span class="stepper">
      <button
        type="button"
        tabIndex={-1}
        aria-label={`${label}: one less`}
        disabled={value <= low}
        onClick={() => step(-1)}
      >
        −
      </button>
      <input
        {...props}
        type="text"
        inputMode="numeric"
        aria-label={label}
        value={draft ?? String(value)}
        onInput={event => typed(event.currentTarget.value.trim())}
        onBlur={() => setDraft(null)}
        onKeyDown={event => {
          const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
          if (!by) return;
          event.preventDefault();
          step(by);
        }}
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label={`${label}: one more`}
        disabled={value >= high}
        onClick={() => step(1)}
      >
        +
      </button>
    </span>
  );
}

// --- structure

const TAB_FADE = 36; // pixels at both ends of a row of tabs, where it fades
export function Tabs({
  tabs,
  current,
  onChange,
  label,
}: {
  tabs: readonly (readonly [key: string, label: Children])[];
  current: string;
  onChange: (key: string) => void;
  label: string;
}) {
  const turn = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const now = tabs.findIndex(([key]) => key === current),
      next = tabs[(now + step + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next[0]);
    const list = event.currentTarget as HTMLElement;
    setTimeout(() => list.querySelector<HTMLElement>("[aria-selected=true]")?.focus());
  };
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // the chosen tab comes into view; the page is not scrolled
    const box = list.current,
      tab = box?.querySelector("[aria-selected=true]")?.getBoundingClientRect();
    if (!box || !tab) return;
    const { left, right } = box.getBoundingClientRect();
    box.scrollLeft += Math.max(0, tab.right + TAB_FADE - right) || Math.min(0, tab.left - TAB_FADE - left);
  }, [current]);
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={turn}>
      {tabs.map(([key, words]) => (
        <button
          type="button"
          role="tab"
          key={key}
          aria-selected={key === current}
          tabIndex={key === current ? 0 : -1}
          onClick={() => onChange(key)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

// A choice between a few values that are all seen.
export const Switch = ({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: string;
  choices: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}) => (
  <div class="switch" role="group" aria-label={label}>
    {choices.map(([one, words]) => (
      <button type="button" key={one} aria-pressed={one === value} onClick={() => onChange(one)}>
        {words}
      </button>
    ))}
  </div>
);

export const EmptyState = ({
  title,
  children,
  actions,
}: {
  title: string;
  children?: Children;
  actions?: Children;
}) => (
  <div class="empty">
    <h2>{title}</h2>
    {children && <p>{children}</p>}
    {actions && <div class="row">{actions}</div>}
  </div>
);

export const Skeleton = ({ lines = 3 }: { lines?: number }) => (
  <div class="skeleton" aria-hidden="true">
    {Array.from({ length: lines }, (_, number) => (
      <i key={number} />
    ))}
  </div>
);

export const Problem = ({ children }: { children: Children }) => (
  <p class="message problem" role="alert">
    <Icon name="warning" />
    <span>{children}</span>
  </p>
);
export const Warning = ({ children }: { children: Children }) => (
  <p class="message warning">
    <Icon name="warning" />
    <span>{children}</span>
  </p>
);

// The warnings about one value of a unit, as a part of a list of values.
export const FactWarnings = ({ fact, warnings }: { fact: UnitFact; warnings: readonly UnitWarning[] }) =>
  warnings
    .filter(({ subject }) => subject === fact.key)
    .map(({ message }) => (
      <dd class="fact-warning" key={message}>
        <Warning>{message}</Warning>
      </dd>
    ));
// The warnings about none of the values that are listed.
interface OtherWarningsProps {
  facts?: readonly UnitFact[];
  warnings?: readonly UnitWarning[];
}
export const OtherWarnings = ({ facts = [], warnings = [] }: OtherWarningsProps) =>
  warnings
    .filter(({ subject }) => !facts.some(({ key }) => key === subject))
    .map(({ message }) => <Warning key={message}>{message}</Warning>);

// A text in few lines. If it is longer, a button shows all of it.
export function LongText({ title, children }: { title?: string; children: Children }) {
  const text = useRef<HTMLSpanElement>(null);
  const [isCut, setCut] = useState(false),
    [isWhole, setWhole] = useState(false);
  useLayoutEffect(() => {
    const box = text.current;
    if (!box || isWhole) return;
    const measure = () => setCut(box.scrollHeight > box.clientHeight + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    return () => observer.disconnect();
  }, [children, isWhole]);
  return (
    <>
      <span class={`long-text${isWhole ? " whole" : ""}`} title={title} ref={text} tabIndex={isWhole ? 0 : undefined}>
        {children}
      </span>
      {isCut && (
        <Button kind="quiet" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show less" : "Show all"}
        </Button>
      )}
    </>
  );
}

// The number of problems in a block of an outline.
export const ProblemCount = ({ count }: { count: number }) =>
  count > 0 ? (
    <span class="count">
      {count}
      <span class="unseen"> {count === 1 ? "problem" : "problems"}</span>
    </span>
  ) : null;

// The result of a promise: undefined while it waits; `error` is its error. It runs again when `inputs` change.
export function usePromise<T>(make: (signal: AbortSignal) => Promise<T>, inputs: readonly unknown[]) {
  const [state, setState] = useState<{ value?: T; error?: unknown }>({});
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const control = new AbortController();
    make(control.signal).then(
      value => !control.signal.aborted && setState({ value }),
      error => !control.signal.aborted && setState(before => ({ ...before, error })),
    );
    return () => control.abort();
  }, [...inputs, turn]);
  return { ...state, again: () => setTurn(turn + 1) };
}

// --- dialogs

let publishDialog: (content: Children | null) => void = () => {};
// Shows a dialog. Its content closes it with `closeDialog`.
export const showDialog = (content: Children) => publishDialog(content);
export const closeDialog = () => publishDialog(null);

// Closes a dialog, a sheet or a panel, at its upper right. "Cancel" stands only beside the button of a form.
export const CloseButton = ({ onClick = closeDialog }: { onClick?: () => void }) => (
  <Button kind="quiet" icon="close" label="Close" onClick={onClick} />
);

// Opens a dialog over the whole window: the page gives the room of its scroll bar to a margin, so that nothing moves.
export function openModal(dialog: HTMLDialogElement) {
  document.documentElement.style.setProperty(
    "--gutter",
    `${innerWidth - document.body.getBoundingClientRect().width}px`,
  );
  dialog.showModal();
}

// The place of the dialog, once in the page. A form that somebody has typed into stays as it is when it is left by Escape,
// by a click beside it or by the way back: a message opens it again. "Cancel" and "Close" drop it.
export function DialogHost() {
  const [content, setContent] = useState<Children | null>(null),
    [isLeft, setLeft] = useState(false); // the dialog is closed, and its form is kept
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element | null>(null),
    shown = useRef<Children | null>(null),
    isTyped = useRef(false);
  const isOpen = content !== null && !isLeft;
  publishDialog = now => {
    if (now && !isOpen) opener.current = document.activeElement;
    if (now !== content) isTyped.current = false;
    closeNotices("kept");
    shown.current = now;
    setLeft(false);
    setContent(now);
  };
  const leave = () => {
    if (!isOpen) return;
    if (!isTyped.current) return closeDialog();
    const title = dialog.current?.querySelector("h2")?.textContent ?? "";
    setLeft(true);
    const goOn = () => {
      opener.current = document.activeElement;
      setLeft(false);
    };
    notify(`${title}: what you typed is kept.`, "kept", { label: "Go on", run: goOn }, true);
  };
  useBackToClose(isOpen, leave);
  useLayoutEffect(() => {
    if (isOpen && dialog.current && !dialog.current.open) openModal(dialog.current);
    if (!isOpen && dialog.current?.open) {
      dialog.current.close();
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    }
  }, [content, isOpen]);
  return (
    <dialog
      ref={dialog}
      onInput={event => {
        if (event.target instanceof Element && event.target.closest("form")) isTyped.current = true;
      }}
      onCancel={event => {
        event.preventDefault(); // the page closes it: the browser would close it without the message
        leave();
      }}
      onClose={() => !dialog.current?.open && leave()} // the event may come when the next dialog is open
      onPointerDown={event => event.target === dialog.current && leave()}
    >
      {content}
    </dialog>
  );
}

interface FormDialogProps {
  title: string;
  verb: string; // on the button: Create, Copy, Delete ...
  danger?: boolean;
  onSubmit: () => Promise<unknown>; // closes the dialog, if it ends without an error
  children?: Children;
}
// Returns the advice for an input that cannot stay as it is, or "".
function adviceFor(input: HTMLInputElement) {
  if (input.required && !input.value.trim() && !input.validity.badInput)
    return input.type === "number" ? "Write a number." : "Type a name.";
  return input.validity.valid
    ? ""
    : input.min && input.max
      ? `Write a number, ${input.min} to ${input.max}.`
      : "Write a number.";
}
const NO_PROBLEM = { id: "", words: "" };
// A dialog with a form: a title, its fields, one button with a verb, and Cancel.
export function FormDialog({ title, verb, danger, onSubmit, children }: FormDialogProps) {
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false),
    [invalid, setInvalid] = useState(NO_PROBLEM);
  const submit = async (event: Event) => {
    event.preventDefault();
    setProblem("");
    const first = [...(event.currentTarget as HTMLElement).querySelectorAll("input")].find(adviceFor);
    setInvalid(first ? { id: first.id, words: adviceFor(first) } : NO_PROBLEM);
    if (first) return first.focus();
    setBusy(true);
    try {
      await onSubmit();
      closeDialog();
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <form class="dialog" onSubmit={submit} onInput={() => setInvalid(NO_PROBLEM)} noValidate>
      <h2>{title}</h2>
      <InputProblem.Provider value={invalid}>{children}</InputProblem.Provider>
      {problem && <Problem>{problem}</Problem>}
      <div class="row end">
        <Button onClick={closeDialog}>Cancel</Button>
        <Button kind={danger ? "danger" : "primary"} submits busy={busy}>
          {verb}
        </Button>
      </div>
    </form>
  );
}

// A text input for a form: it has its own state, which the form reads.
export function NameField({
  label,
  value,
  onInput,
  hint,
  autofocus = true,
  optional = false,
}: {
  label: string;
  value: string;
  onInput: (text: string) => void;
  hint?: string;
  autofocus?: boolean;
  optional?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autofocus) input.current?.select();
  }, []);
  return (
    <Field label={label} hint={hint} wide>
      {props => (
        <input
          {...props}
          ref={input}
          type="text"
          required={!optional}
          maxLength={60}
          autocomplete="off"
          value={value}
          onInput={event => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

// Asks for a name, and runs `make` with it.
export function askName(
  title: string,
  verb: string,
  first: string,
  make: (name: string) => Promise<unknown>,
  label = "Name",
  onClose = () => {}, // when the dialog is left, with a name or without
) {
  function Ask() {
    const [name, setName] = useState(first);
    useEffect(() => onClose, []);
    const submit = async () => {
      if (!name.trim()) throw new Error("Type a name.");
      await make(name.trim());
    };
    return (
      <FormDialog title={title} verb={verb} onSubmit={submit}>
        <NameField label={label} value={name} onInput={setName} />
      </FormDialog>
    );
  }
  showDialog(<Ask />);
}

// Whether the window is as a media query says.
export function useMedia(words: string) {
  const [fits, setFits] = useState(matchMedia(words).matches);
  useEffect(() => {
    const query = matchMedia(words),
      changed = () => setFits(query.matches);
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, [words]);
  return fits;
}
// Returns words about a mouse as a touch screen has them.
export const wordsForPointer = (words: string) =>
  matchMedia("(pointer: coarse)").matches ? words.replaceAll("Click", "Tap").replaceAll("click", "tap") : words;
// Whether the window is narrow: then parts stand one below the other.
export const useNarrow = () => useMedia("(max-width: 860px)");

const FIELDS = "input:not([type=file]), textarea, select, [contenteditable]",
  OPENERS = "[aria-haspopup], [aria-expanded]"; // buttons of menus and lists
// A list that comes up from the lower edge of a narrow screen. It closes when a field or another list of the page is used:
// it would cover them.
export function Sheet({
  title,
  note,
  done,
  start,
  onClose,
  children,
}: {
  title: string;
  note?: Children;
  done?: string; // words of the button in place of a cross
  start?: string; // the selector of the input that has the focus first
  onClose: () => void;
  children: Children;
}) {
  const box = useRef<HTMLDivElement>(null);
  useBackToClose(true, onClose);
  useCover(true);
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    const opener = document.activeElement,
      own = box.current,
      used = (event: Event) => {
        const { target } = event;
        if (!(target instanceof Element) || own?.contains(target) || target.closest("dialog")) return;
        if (target.closest(event.type === "focusin" ? FIELDS : OPENERS)) latest.current();
      };
    ((start && own?.querySelector<HTMLElement>(start)) || own)?.focus();
    addEventListener("focusin", used);
    addEventListener("click", used, true);
    return () => {
      removeEventListener("focusin", used);
      removeEventListener("click", used, true);
      const hasFocus = document.activeElement === document.body || own?.contains(document.activeElement);
      if (hasFocus && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <div
      class="bottom-sheet"
      role="dialog"
      aria-label={title}
      tabIndex={-1}
      ref={box}
      onKeyDown={event => event.key === "Escape" && onClose()}
    >
      <div class="spread">
        <div class="sheet-note">
          <h2>{title}</h2>
          {note}
        </div>
        {done ? (
          <Button kind="primary" onClick={onClose}>
            {done}
          </Button>
        ) : (
          <CloseButton onClick={onClose} />
        )}
      </div>
      {children}
    </div>
  );
}

// Actions that stand side by side on a wide screen, and behind one button on a narrow one. There they stay in the page
// while they are hidden: a chosen file still reaches its input.
export function Collapsible({ children }: { children: Children }) {
  const isNarrow = useNarrow();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    box.current?.querySelector<HTMLElement>(".folded-list :is(a, button, select)")?.focus();
    const outside = (event: Event) => !box.current?.contains(event.target as Node) && setOpen(false);
    addEventListener("pointerdown", outside);
    return () => removeEventListener("pointerdown", outside);
  }, [isOpen]);
  useBackToClose(isNarrow && isOpen, () => setOpen(false));
  useCover(isNarrow && isOpen);
  if (!isNarrow) return <>{children}</>;
  const close = () => {
    setOpen(false);
    box.current?.querySelector<HTMLElement>("button")?.focus();
  };
  return (
    <div class="folded" ref={box} onKeyDown={event => event.key === "Escape" && isOpen && close()}>
      <button
        type="button"
        class="button quiet bare"
        aria-label="More actions"
        title="More actions"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
      </button>
      {/* an action closes the list; a list within it does not */}
      <div
        class="folded-list"
        role="group"
        aria-label="More actions"
        hidden={!isOpen}
        onClick={event =>
          event.target instanceof Element && event.target.closest("a, button:not([aria-haspopup])") && setOpen(false)
        }
        onKeyDown={event =>
          event.target instanceof HTMLSelectElement ||
          moveByArrows(event, [...event.currentTarget.querySelectorAll<HTMLElement>("a, button, select")])
        }
      >
        <InFold.Provider value={true}>{children}</InFold.Provider>
      </div>
    </div>
  );
}

// Arrow keys go from one of the elements to the next one in their direction.
export function moveByArrows(event: KeyboardEvent, all: readonly HTMLElement[]) {
  const [x = 0, y = 0] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [
    0, 0,
  ];
  const from = all.find(one => one === event.target)?.getBoundingClientRect();
  if (!from || !(x || y)) return;
  event.preventDefault();
  let best: HTMLElement | undefined,
    least = Number.POSITIVE_INFINITY;
  for (const one of all) {
    const to = one.getBoundingClientRect(),
      across = to.left + to.right - from.left - from.right, // twice the distance
      down = to.top + to.bottom - from.top - from.bottom;
    const along = across * x + down * y,
      aside = Math.abs(x ? down : across),
      isLevel = aside < (x ? from.height + to.height : from.width + to.width) - 2,
      far = along + (isLevel ? 0.01 : 20) * aside;
    if (along > 1 && far < least) [best, least] = [one, far];
  }
  best?.focus();
}

// --- drawings

const addresses = new Map<string, string>(), // of drawings on the screen, by their SVG
  MOST_ADDRESSES = 120;
// Returns the address of an SVG drawing for an image.
export function drawingAddress(svg: string) {
  let address = addresses.get(svg);
  if (!address) {
    address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    addresses.set(svg, address);
    const [oldest] = addresses;
    if (addresses.size > MOST_ADDRESSES && oldest) {
      addresses.delete(oldest[0]);
      URL.revokeObjectURL(oldest[1]);
    }
  }
  return address;
}

const LAYER = '<g inkscape:groupmode="layer" inkscape:label=', // the rulers of a page have layers, too, but before all pieces
  PIECE = new RegExp(`${LAYER}"(?:score|cut)"`),
  LAYERS = new RegExp(`${LAYER}"(?:score|cut|guide)">.*?</g>`, "gs"),
  CUT_MARGIN = 1; // mm; more would show a part of the line above the pieces
// Returns the bounds of a part of an SVG drawing. Only what is drawn has bounds.
function measureDrawing(part: string) {
  const box = document.createElement("div");
  box.style.cssText = "position: absolute; width: 0; height: 0; overflow: hidden; visibility: hidden";
  box.innerHTML = `<svg>${part}</svg>`;
  document.body.append(box);
  const bounds = box.querySelector("svg")?.getBBox() ?? new DOMRect();
  box.remove();
  return bounds;
}
const SIZE = /height="[^"]*" version="1.1" viewBox="[^"]*" width="[^"]*"/;
const cutBounds = new Map<string, DOMRect>(), // of the last cuts, by their SVG: most changes leave them as they are
  MOST_BOUNDS = 60;
// Returns the drawing of a page without the paper round the pieces that are cut out; a page without cuts as it is.
export function cropToCuts(svg: string) {
  const start = svg.search(PIECE),
    cuts = start < 0 ? null : svg.slice(start).match(LAYERS);
  if (!cuts) return svg;
  const layers = cuts.join(""),
    bounds = cutBounds.get(layers) ?? measureDrawing(layers);
  if (bounds.width) cutBounds.set(layers, bounds);
  if (cutBounds.size > MOST_BOUNDS) cutBounds.delete(cutBounds.keys().next().value ?? "");
  const { x, y, width, height } = bounds;
  const sides = [width + 2 * CUT_MARGIN, height + 2 * CUT_MARGIN];
  const head = `height="${sides[1]}mm" version="1.1" viewBox="${x - CUT_MARGIN} ${y - CUT_MARGIN} ${sides.join(" ")}" width="${sides[0]}mm"`;
  return width ? svg.replace(SIZE, head) : svg;
}

// An SVG page. `data-version` counts its drawings. Its texts are no labels of the page: so its root is closed.
// With `picks`, a click on words opens the value that they come from; `places` are the values of all labels. The labels with
// the numbers `marked` have a frame, and `onMark` gets its rectangle on the screen.
export function PageImage({
  svg,
  alt,
  picks,
  places,
  marked,
  onMark,
}: {
  svg: string;
  alt: string;
  picks?: Picks | null;
  places?: PlacedWords;
  marked?: readonly number[];
  onMark?: (place: DOMRect) => void;
}) {
  const box = useRef<HTMLDivElement>(null),
    root = useRef<ShadowRoot | null>(null);
  useLayoutEffect(() => {
    const host = box.current;
    if (!host) return;
    root.current ??= host.attachShadow({ mode: "closed" });
    patchSvg(root.current, svg);
    const [, width = 1, height = 1] = (/viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"/.exec(svg) ?? []).map(Number);
    host.style.setProperty("--ratio", String(width / height)); // styles limit the height by the width
    host.dataset.version = String(Number(host.dataset.version ?? 0) + 1);
  }, [svg]);
  useLayoutEffect(() => {
    const host = box.current,
      labels = root.current?.querySelectorAll("[aria-label]"),
      rects = (marked ?? [])
        .flatMap(number => labels?.[number]?.getBoundingClientRect() ?? [])
        .filter(one => one.width);
    host?.classList.toggle("marked", rects.length > 0);
    if (!host || !rects.length) return;
    const page = host.getBoundingClientRect(),
      left = Math.min(...rects.map(one => one.left)),
      top = Math.min(...rects.map(one => one.top)),
      place = new DOMRect(
        left,
        top,
        Math.max(...rects.map(one => one.right)) - left,
        Math.max(...rects.map(one => one.bottom)) - top,
      );
    host.style.setProperty("--mark-left", `${(100 * (left - page.left)) / page.width}%`);
    host.style.setProperty("--mark-top", `${(100 * (top - page.top)) / page.height}%`);
    host.style.setProperty("--mark-width", `${(100 * place.width) / page.width}%`);
    host.style.setProperty("--mark-height", `${(100 * place.height) / page.height}%`);
    onMark?.(place);
  }, [svg, marked?.join()]);
  const valueUnder = (event: MouseEvent) =>
    picks && root.current ? pickAt(root.current, event.clientX, event.clientY, picks, places) : null;
  const pointing = picks && {
    onPointerMove: (event: PointerEvent) => {
      const path = valueUnder(event);
      box.current?.classList.toggle("pickable", path !== null);
      picks.point(path);
    },
    onPointerLeave: () => picks.point(null),
    onClick: (event: MouseEvent) => {
      const path = valueUnder(event);
      if (path) picks.open(path);
    },
  };
  return (
    <div
      class="page"
      ref={box}
      {...pointing}
      {...(alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true })}
    />
  );
}
