// The pages of a battle or a fleet before they are printed: choose parts and pages, paper, ink and theme.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { call, stream } from "../browser/client.ts";
import { capitalize, counted } from "../words.ts";
import { Icon } from "../components/icons.tsx";
import { battleAddress, fleetAddress, gameAddress, helpAddress, playAddress } from "../browser/routes.ts";
import { countInFile, countSheets, describeCounts, listParts, type PartName } from "../model/pack_counts.ts";
import {
  asThumbnailSize,
  countThumbnailColumns,
  placeParts,
  THUMBNAIL_SIZES,
  tidyColumns,
  type ThumbnailSize,
} from "../model/pack_rows.ts";
import { describePrint, listPrintSettings, pickPrint, type PrintChoice, USUAL_PRINT } from "../model/print_choice.ts";
import { labelOf } from "../model/schema.ts";
import { FailureMessage, nameMissing, type ViewComponent, ViewHead } from "../components/shell.tsx";
import { NEW_GAME, readStored, readStoredJson, removeStored, writeStored } from "../browser/storage.ts";
import type { PackPage, PackPart } from "../types.ts";
import {
  Button,
  type Children,
  Field,
  LinkButton,
  MenuItem,
  Select,
  Sheet,
  showDialog,
  Skeleton,
  Switch,
  useNarrow,
  usePromise,
} from "../components/ui.tsx";
import { PRINT_TOPICS } from "../components/print_topics.ts";
import { PrintButton, PrintMenu } from "./print.tsx";
import { showPrinter } from "./printer.tsx";
import { codeOf, PageViewer, pageTitle, ratioOf } from "../components/page_viewer.tsx";

interface Settings extends PrintChoice {
  omitted: string[]; // codes of pages that are not printed
  parts: PartName[]; // of the last drawing: they are listed before they are drawn again
}
const USUAL: Settings = { ...USUAL_PRINT, omitted: [], parts: [] };

interface Page extends PackPage {
  id: string;
  numbers: number[]; // in the PDF of the pack, once they are known
  old: boolean; // it shows other settings, until the new drawing comes
}
interface Section extends PartName {
  hint: string;
  duplex: boolean;
  isFront: boolean; // the print guide follows the cover when all other pages are drawn
  pages: Page[];
}

// Puts the pages of a part among those that are there. A page with the same code gives its place to the new one.
function addPart(sections: Section[], { front, of, title, hint, duplex, pages }: PackPart): Section[] {
  const there = sections.find(section => section.of === of),
    section = { of, title: capitalize(title), hint, duplex, isFront: front, pages: there?.pages ?? [] };
  let now = section.pages;
  for (const page of pages) {
    const number = now.filter(one => !one.old && one.code === page.code).length,
      id = `${of} ${page.code} ${number}`,
      fresh: Page = { ...page, id, numbers: [], old: false };
    now = now.some(one => one.id === id) ? now.map(one => (one.id === id ? fresh : one)) : [...now, fresh];
  }
  const changed = { ...section, pages: now };
  if (there) return sections.map(one => (one === there ? changed : one));
  return front ? [changed, ...sections] : [...sections, changed];
}
// Gives pages their numbers in the PDF. A page of several kits stands in it more than once.
const withNumbers = (sections: Section[], order: readonly string[]) =>
  sections.map(section => ({
    ...section,
    pages: section.pages.map(page => {
      const numbers = order.flatMap((code, at) => (code === page.code ? [at + 1] : []));
      return page.old ? page : { ...page, numbers, copies: Math.max(page.copies, numbers.length) };
    }),
  }));
const withoutOld = (sections: Section[]) =>
  sections
    .map(section => ({ ...section, pages: section.pages.filter(page => !page.old) }))
    .filter(section => section.pages.length);
const asOld = (sections: Section[]) =>
  sections.map(section => ({ ...section, pages: section.pages.map(page => ({ ...page, old: true })) }));

// Names the parts to leave out, or, if a part is printed in part, the chosen pages.
function chooseFile(sections: Section[], isChosen: (page: Page) => boolean) {
  const partial = sections.some(({ pages }) => pages.some(isChosen) && !pages.every(isChosen)),
    chosen = sections.flatMap(section => section.pages).filter(isChosen),
    omitted = sections.filter(({ pages }) => !pages.some(isChosen));
  return partial
    ? { pages: chosen.map(page => page.code).join(",") }
    : { without: omitted.map(section => section.of).join(",") };
}
// The number of copies of a page that players need, and who makes them: the PDF has the copies of kits.
const describeCopies = ({ copies, numbers }: Page) =>
  `${copies} copies: ${numbers.length > 1 ? "all are in the PDF" : `print the page ${copies} times`}`;
// The numbers of a page in the PDF of all pages, in words.
const placeInFile = ({ numbers }: Page, count: number) =>
  count && numbers.length ? `${numbers.length > 1 ? "pages" : "page"} ${numbers.join(" and ")} of ${count}` : "";
// With one side of a sheet, the other side is printed, too.
const printedPages = ({ pages, duplex }: Section, isChosen: (page: Page) => boolean) =>
  duplex
    ? pages.filter((_, number) => [pages[number], pages[number ^ 1]].some(one => one && isChosen(one)))
    : pages.filter(isChosen);

// The address of a drawing while it is shown.
function useAddress(svg: string) {
  const address = useMemo(() => URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })), [svg]);
  const last = useRef<string[]>([]);
  useEffect(() => {
    last.current.push(address);
    const old = last.current.splice(0, last.current.length - 1);
    const timer = setTimeout(() => old.map(URL.revokeObjectURL), 5_000);
    return () => clearTimeout(timer);
  }, [address]);
  useEffect(
    () => () => {
      for (const one of last.current) URL.revokeObjectURL(one);
    },
    [],
  );
  return address;
}

const LEAST_RATIO = 0.6, // of the width of a small page to its height
  PAPER_RATIO = Math.SQRT1_2; // of A4
interface ThumbProps {
  page: Page;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
  onOpen: () => void;
}
function Thumb({ page, chosen, place, onChoose, onOpen }: ThumbProps & { place: Place }) {
  const address = useAddress(page.svg),
    title = pageTitle(page),
    { copies } = page;
  return (
    <li class={`thumb${page.old ? " old" : ""}${chosen ? "" : " omitted"}`} style={place}>
      <button
        type="button"
        class="thumb-picture"
        data-page={page.id}
        aria-label={`Enlarge ${[title, page.title && codeOf(page)].filter(Boolean).join(", ")}`}
        onClick={onOpen}
      >
        <img
          src={address}
          alt=""
          loading="lazy"
          onLoad={event => event.currentTarget.classList.add("loaded")}
          style={{ aspectRatio: Math.max(LEAST_RATIO, ratioOf(page.svg)) }}
        />
        {copies > 1 && (
          <b class="copies" title={describeCopies(page)}>
            ×{copies}
          </b>
        )}
      </button>
      <label>
        <input type="checkbox" checked={chosen} onChange={event => onChoose(event.currentTarget.checked)} />
        <span>
          {title}
          <small>
            {page.title && codeOf(page)}
            {copies > 1 && ` · ${describeCopies(page)}`}
          </small>
        </span>
      </label>
    </li>
  );
}

// A checkbox for all pages of a part. `words` are its number of pages, null while it is not known.
function PartCheckbox({
  label,
  words,
  count,
  of,
  onChange,
}: {
  label: string;
  words: string | null;
  count: number;
  of: number;
  onChange: (chosen: boolean) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = count > 0 && count < of;
  }, [count, of]);
  return (
    <label class="check part-check">
      <input
        ref={input}
        type="checkbox"
        aria-label={label ? undefined : "A part that is not drawn yet"}
        disabled={!of}
        checked={count > 0 || !of}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      {label ? <span>{label}</span> : <Skeleton lines={1} />}
      {words === null ? <Skeleton lines={1} /> : <small>{count === of ? words : `${count} of ${of}`}</small>}
    </label>
  );
}

interface PartListProps {
  sections: Section[];
  last: PartName[]; // the parts of the last drawing
  state: "drawing" | "stopped" | "counted";
  isChosen: (page: Page) => boolean;
  onAll: (isWanted: boolean) => void;
  onPart: (of: string, isWanted: boolean) => void;
}
// The parts of the pack, each with its number of pages, and a button for all of them.
function PartList({ sections, last, state, isChosen, onAll, onPart }: PartListProps) {
  const isAll = sections.every(section => section.pages.every(isChosen)),
    isDrawing = state === "drawing";
  return (
    <fieldset class="parts">
      <legend>Parts</legend>
      <Button kind="quiet" onClick={() => onAll(!isAll)}>
        {isAll ? "Leave out all" : "Choose all"}
      </Button>
      {listParts(sections, last, isDrawing).map(({ of, title }, number) => {
        const section = sections.find(one => one.of === of);
        return (
          <PartCheckbox
            key={of || number}
            label={title}
            words={isDrawing ? null : section && state === "counted" ? describeCounts([section]) : ""}
            count={section?.pages.filter(isChosen).length ?? 0}
            of={section?.pages.length ?? 0}
            onChange={isWanted => onPart(of, isWanted)}
          />
        );
      })}
    </fieldset>
  );
}

// The sheets of each stock, null while they are not known.
const SheetsNeeded = ({ sheets }: { sheets: ReturnType<typeof countSheets> | null }) => (
  <div class="pack-sheets">
    <h2>Sheets you need</h2>
    {sheets ? (
      <ul>
        {!sheets.length && <li class="quiet">No page is chosen.</li>}
        {sheets.map(([stock, count]) => (
          <li key={stock}>
            <b>{count}</b> {stock}
          </li>
        ))}
      </ul>
    ) : (
      <Skeleton lines={4} />
    )}
  </div>
);

// The place of an element in the grid of all pages. A row of pages has its heads above it.
type Place = Record<"gridRow" | "gridColumn", string>;
const BLANK_PAGES = 2; // the cover and the print guide, before they are drawn

const SIZE_KEY = "thumbnail size";
const BlankPage = ({ ratio, place }: { ratio: number; place: Place }) => (
  <li class="thumb" aria-hidden="true" style={place}>
    <span class="thumb-picture">
      <i class="blank-page" style={{ aspectRatio: ratio }} />
    </span>
  </li>
);

interface PageGridProps {
  sections: Section[];
  size: ThumbnailSize;
  expected: readonly number[]; // the numbers of pages of all parts, none while they are not known
  hasBlankFront: boolean; // no page of the front is there yet
  waits: (section: Section) => boolean; // for the print guide
  drawPage: (section: Section, page: Page, place: Place) => Children;
}
// All pages, with a head above the pages of a part in each row.
function PageGrid({ sections, size, expected, hasBlankFront, waits, drawPage }: PageGridProps) {
  const box = useRef<HTMLDivElement>(null),
    [usual, setUsual] = useState(0),
    columns = expected.length ? tidyColumns(expected, usual) : usual;
  useLayoutEffect(() => {
    const grid = box.current;
    if (!grid) return;
    const measure = () =>
      setUsual(countThumbnailColumns(grid.clientWidth, Number.parseFloat(getComputedStyle(grid).columnGap), size));
    const observer = new ResizeObserver(measure);
    observer.observe(grid);
    measure();
    return () => observer.disconnect();
  }, [size]);
  const counts = sections.map(section => section.pages.length + Number(waits(section))),
    [blank = [], ...placed] = columns ? placeParts([hasBlankFront ? BLANK_PAGES : 0, ...counts], columns) : [],
    placesOf = (rows: typeof blank): Place[] =>
      rows.flatMap(({ row, column, pages }) =>
        Array.from({ length: pages }, (_, number) => ({
          gridRow: String(2 * row + 2),
          gridColumn: String(column + number + 1),
        })),
      ),
    placeOfHead = ({ row, column, pages }: (typeof blank)[number]): Place => ({
      gridRow: String(2 * row + 1),
      gridColumn: `${column + 1} / span ${pages}`,
    });
  return (
    <div class={`pack-parts of-${size}`} ref={box} style={{ "--columns": columns }}>
      {blank.length > 0 && (
        <ul>
          {placesOf(blank).map((place, number) => (
            <BlankPage key={number} ratio={PAPER_RATIO} place={place} />
          ))}
        </ul>
      )}
      {sections.map((section, number) => {
        const [first, ...others] = placed[number] ?? [];
        if (!first) return null;
        const places = placesOf([first, ...others]);
        return (
          <section key={section.of} aria-label={section.title}>
            <div class="part-head" style={placeOfHead(first)}>
              <h2>{section.title}</h2>
              <p class="quiet">{describePart(section)}</p>
            </div>
            {others.map(one => (
              <p class="part-head quiet" aria-hidden="true" key={one.row} style={placeOfHead(one)}>
                {section.title}, continued
              </p>
            ))}
            <ul>
              {section.pages.flatMap((page, at) => {
                const place = places[at];
                return place ? [drawPage(section, page, place)] : [];
              })}
              {waits(section) &&
                places
                  .slice(section.pages.length)
                  .map(place => <BlankPage key="guide" ratio={ratioOf(section.pages[0]?.svg ?? "")} place={place} />)}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

const ReadyMessage = ({ game, onClose }: { game: string | undefined; onClose: () => void }) => (
  <div class="message ready" role="status">
    <Icon name="done" />
    <span>Your game is ready. Everything for its first battle is here: print it, or change the game.</span>
    {game !== undefined && <LinkButton href={gameAddress(game)}>Open the game</LinkButton>}
    <Button kind="quiet" icon="close" label="Close this message" onClick={onClose} />
  </div>
);

// Draws all pages; draws them again for other settings. Old pages stay, pale, until the new ones come.
function usePages(what: string, print: PrintChoice) {
  const [sections, setSections] = useState<Section[]>([]);
  const [busy, setBusy] = useState(true);
  const [error, setError] = useState<unknown>(null);
  const [attempts, setAttempts] = useState(0);
  const [count, setCount] = useState(0); // of the pages of the PDF, 0 until all are drawn
  const stop = useRef(new AbortController());
  useEffect(() => {
    const control = new AbortController();
    stop.current = control;
    setBusy(true);
    setCount(0);
    setSections(asOld);
    stream(
      "preview_pack",
      { what, ...print },
      part => {
        if (part.order.length) {
          setCount(part.order.length);
          setSections(now => withNumbers(now, part.order));
        } else setSections(now => addPart(now, part));
      },
      control.signal,
    ).then(
      () => {
        if (stop.current !== control) return;
        if (!control.signal.aborted) setSections(withoutOld);
        setError(null);
        setBusy(false);
      },
      failure => {
        if (stop.current !== control) return;
        setError(failure);
        setBusy(false);
      },
    );
    return () => control.abort();
  }, [what, JSON.stringify(print), attempts]);
  const cancel = () => {
    stop.current.abort();
    setBusy(false);
  };
  return { sections, count, busy, error, cancel, again: () => setAttempts(attempts + 1) };
}

export const PackView: ViewComponent = ({ args }) => {
  const [printers, setPrinters] = useState(0); // new figures of the printer: the links to prints are other ones
  const what = args.join("/"),
    isFleet = what.endsWith(".yaml"),
    name = `pack ${what}`;
  const isNarrow = useNarrow(),
    [isSetting, setSetting] = useState(false); // on a narrow screen, the settings come up in a sheet
  const [size, setSize] = useState(() => asThumbnailSize(readStored(localStorage, SIZE_KEY)));
  const [isNew, setNew] = useState(readStored(sessionStorage, NEW_GAME) === what);
  const [settings, setSettings] = useState<Settings>(() => ({ ...USUAL, ...readStoredJson(localStorage, name, {}) }));
  const {
    value: around,
    error: unknown,
    again: askAgain,
  } = usePromise(() => call("describe_context", { of: what }), [what]);
  const print = pickPrint(settings);
  const { sections, count, busy, error, cancel, again } = usePages(what, print);
  const own = isFleet
    ? fleetAddress(what)
    : around?.file
      ? battleAddress(around.file, what.split("/").at(-1) ?? "")
      : "";
  const omitted = new Set(settings.omitted),
    pages = sections.flatMap(section => section.pages),
    isChosen = (page: Page) => !omitted.has(page.code),
    chosen = pages.filter(isChosen);
  const change = (more: Partial<Settings>) => {
    const now = { ...settings, ...more };
    setSettings(now);
    writeStored(localStorage, name, JSON.stringify(now));
  };
  const emptied = useRef(new Set<string>()); // parts that the user leaves out: pages that come later are left out, too
  const choose = (changed: Page[], isWanted: boolean) => {
    const codes = new Set(changed.map(page => page.code)),
      others = settings.omitted.filter(code => !codes.has(code));
    change({ omitted: isWanted ? others : [...others, ...codes] });
  };
  useEffect(() => {
    const late = sections
      .filter(section => emptied.current.has(section.of))
      .flatMap(section => section.pages.filter(isChosen));
    if (late.length) choose(late, false);
  }, [sections]);
  const open = (page: Page) =>
    showDialog(
      <PageViewer
        pages={pages.map(one => ({ ...one, place: placeInFile(one, count) }))}
        first={page.id}
        print={({ code }) => (
          <PrintButton quiet isBare label="Print this page" wanted={{ what, ...print, pages: code }} />
        )}
      />,
    );
  const isCounted = !busy && count > 0;
  useEffect(() => {
    if (isCounted)
      change({ parts: sections.map(({ of, title, isFront, pages }) => ({ of, title, isFront, count: pages.length })) });
  }, [isCounted]);
  const title =
    around?.title ||
    labelOf(
      name
        .split("/")
        .at(-1)
        ?.replace(/\.yaml$/, "") ?? "",
    ); // its usual title until it is known
  const problem = error
    ? "These pages cannot be drawn yet: see the message."
    : !pages.length || (busy && omitted.size)
      ? "You can print when the pages are drawn."
      : !chosen.length
        ? "Choose at least one page."
        : "";
  // The print guide has its place before it is there: the grid stays as it is.
  const waits = ({ isFront, pages }: Section) => isFront && busy && pages.length === 1;
  const wanted = { what, ...print, ...chooseFile(sections, isChosen) };
  const crumbs = around?.game
    ? [{ label: around.of || around.game, href: gameAddress(around.game, isFleet ? "fleets" : "battles") }]
    : [];
  const state = busy
    ? "The pages are drawn ..."
    : isCounted
      ? describeCounts(sections, isChosen, true)
      : "Not all pages are drawn.";
  const play = (
    <LinkButton icon="play" href={playAddress(what)}>
      Play
    </LinkButton>
  );
  const sizeSwitch = (
    <Switch
      label="Size of the pages on the screen"
      value={size}
      choices={Object.entries(THUMBNAIL_SIZES)}
      onChange={now => {
        setSize(asThumbnailSize(now));
        writeStored(localStorage, SIZE_KEY, now);
      }}
    />
  );
  const settingInputs = listPrintSettings(around?.themes ?? []),
    drawSetting = ({ key, label, choices }: (typeof settingInputs)[number]) => (
      <Field label={label} key={key}>
        {props => (
          <Select value={print[key]} choices={choices} onChange={now => change({ [key]: now })} props={props} />
        )}
      </Field>
    );
  const inputs = (
    <>
      <div class="pack-inputs">{settingInputs.filter(({ seldom }) => !seldom).map(drawSetting)}</div>
      <details class="more-choices" open={settingInputs.some(({ seldom, key }) => seldom && print[key])}>
        <summary>More choices</summary>
        <div class="pack-inputs">{settingInputs.filter(({ seldom }) => seldom).map(drawSetting)}</div>
        <Button kind="quiet" icon="settings" onClick={() => showPrinter(() => setPrinters(printers + 1))}>
          Errors of your printer ...
        </Button>
        <ul>
          {PRINT_TOPICS.map(topic => (
            <li key={topic.key}>
              <a href={helpAddress(topic.key)}>{topic.title}</a>
            </li>
          ))}
        </ul>
      </details>
      {(busy || sections.length > 0) && (
        <PartList
          sections={sections}
          last={settings.parts}
          state={busy ? "drawing" : isCounted ? "counted" : "stopped"}
          isChosen={isChosen}
          onAll={isWanted => {
            emptied.current = new Set(isWanted ? [] : sections.map(section => section.of));
            change({ omitted: isWanted ? [] : pages.map(page => page.code) });
          }}
          onPart={(of, isWanted) => {
            emptied.current[isWanted ? "delete" : "add"](of);
            choose(sections.find(section => section.of === of)?.pages ?? [], isWanted);
          }}
        />
      )}
      {(busy || isCounted) && <SheetsNeeded sheets={busy ? null : countSheets(sections, isChosen)} />}
    </>
  );
  if (unknown && !around)
    return (
      <>
        {!nameMissing(unknown) && <ViewHead title={title} />}
        <FailureMessage error={unknown} again={askAgain} />
      </>
    );
  return (
    <>
      <ViewHead
        crumbs={crumbs}
        title={title}
        state={state}
        actions={
          <>
            {busy && (
              <Button kind="quiet" onClick={cancel}>
                Stop
              </Button>
            )}
            {!isNarrow && (
              <span class="thumbnail-size">
                <small>Thumbnails</small>
                {sizeSwitch}
              </span>
            )}
            {!isNarrow && play}
            {!isNarrow && own && (
              <LinkButton icon="edit" href={own}>
                Edit
              </LinkButton>
            )}
          </>
        }
      />
      {isNew && (
        <ReadyMessage
          game={around?.game}
          onClose={() => {
            removeStored(sessionStorage, NEW_GAME);
            setNew(false);
          }}
        />
      )}
      <div class="pack">
        <aside class="pack-settings" aria-label="What to print">
          <div class="pack-print bottom-bar">
            <PrintMenu
              advice
              wanted={wanted}
              align="start"
              label={pages.length && !chosen.length ? "Choose a page first" : undefined}
              note={
                isCounted && chosen.length
                  ? counted(
                      sections
                        .flatMap(section => printedPages(section, isChosen))
                        .reduce((sum, page) => sum + countInFile(page), 0),
                      "page",
                    )
                  : ""
              }
              problem={problem}
              items={
                isNarrow &&
                own && (
                  <MenuItem icon="edit" href={own}>
                    Edit
                  </MenuItem>
                )
              }
            />
            {isNarrow && play}
          </div>
          {isNarrow && (
            <button type="button" class="pack-summary" aria-expanded={isSetting} onClick={() => setSetting(true)}>
              <Icon name="settings" />
              <span>{describePrint(print)}, at 100&nbsp;%</span>
              <i class="caret" aria-hidden="true" />
            </button>
          )}
          {!isNarrow && inputs}
          {isNarrow && isSetting && (
            <Sheet title="What to print" onClose={() => setSetting(false)}>
              <div class="spread">
                <span>Thumbnails</span>
                {sizeSwitch}
              </div>
              {inputs}
              <div class="pack-sheet-print">
                <PrintButton wanted={wanted} problem={problem} />
              </div>
            </Sheet>
          )}
        </aside>
        <div class="pack-pages">
          {Boolean(error) && (
            <div class="stack">
              <FailureMessage error={error} again={again} editor={own} />
            </div>
          )}
          {!sections.length && busy && <Skeleton lines={5} />}
          <PageGrid
            sections={sections}
            size={size}
            expected={busy ? settings.parts.flatMap(({ count }) => count ?? []) : sections.map(one => one.pages.length)}
            hasBlankFront={busy && sections.length > 0 && !sections.some(section => section.isFront)}
            waits={waits}
            drawPage={(section, page, place) => (
              <Thumb
                key={page.id}
                page={page}
                place={place}
                chosen={isChosen(page)}
                onChoose={now => {
                  emptied.current.delete(section.of);
                  choose([page], now);
                }}
                onOpen={() => open(page)}
              />
            )}
          />
        </div>
      </div>
    </>
  );
};

// The stock of a part, and the instructions for the printed pages.
function describePart({ pages, hint, duplex }: Section) {
  const stocks = [...new Set(pages.map(page => page.stock))].join("; ");
  return `${capitalize(stocks)}${duplex ? ", on both sides" : ""}.${hint ? ` ${hint}` : ""}`;
}
