// Pages one below the other, and one page large: other pages by arrow keys or a swipe, larger by buttons, a pinch or a double click.

import { useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { PicksContext } from "../model/drawing_picks.ts";
import { findDrawn } from "../model/drawn_words.ts";
import { explainMarks, listMarks } from "../model/reference_marks.ts";
import { Icon } from "./icons.tsx";
import { Button, type Children, CloseButton, cropToCuts, drawingAddress, PageImage, showDialog } from "./ui.tsx";

const MOST_ZOOM = 6,
  STEP = 1.5,
  SWIPE = 60, // pixels
  FADE = 32; // pixels at the lower edge of a column that scrolls

interface Touch {
  x: number;
  y: number;
}
const distance = ([a, b]: Touch[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);

// Returns the width of a drawing, as a multiple of its height.
export function ratioOf(svg: string) {
  const [, width = 1, height = 1] = (/viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []).map(Number);
  return width / height;
}

interface ViewedPage {
  id: string;
  svg: string;
  title: string;
  code: string; // of a page of a pack
  place?: string; // in a file with more pages, in words
}
export const pageTitle = ({ title, code }: { title: string; code: string }) => title || `Page ${code}`;
// The code that is printed on a page. Pages in front of all parts have a word in its place.
export const codeOf = ({ code }: { code: string }) => (/\d/.test(code) ? code : "");

// Pages one below the other; pale while they are old. Each can be opened large.
// `crop` leaves only the pieces that are cut out.
// `kind` is the product, for its style.
export function Pages({
  pages,
  alt,
  old,
  crop,
  kind = "",
}: {
  pages: readonly string[];
  alt: string;
  old?: boolean;
  crop?: boolean;
  kind?: string;
}) {
  const drawn = useMemo(() => (crop ? pages.map(cropToCuts) : pages), [pages, crop]);
  const all = drawn.map((svg, number) => ({
    id: `${alt} ${number}`,
    svg,
    title: pages.length > 1 ? `${alt}, page ${number + 1}` : alt,
    code: "",
  }));
  const picks = useContext(PicksContext),
    box = useRef<HTMLElement>(null),
    places = useMemo(() => picks?.place?.(drawn), [drawn, picks?.place]),
    shown = picks?.shown && places ? findDrawn(places, picks.shown.path, picks.shown.base) : null;
  // Scrolls the column of the drawing to a place that is not in view.
  const reveal = ({ top, bottom, height }: DOMRect) => {
    const column = box.current?.closest(".editor-drawing"),
      view = column?.getBoundingClientRect();
    if (!column || !view || (top >= view.top && bottom <= view.bottom - FADE)) return;
    column.scrollBy({ top: top - view.top - Math.max(FADE, (view.height - height) / 3), behavior: "smooth" });
  };
  const enlarge = (id: string) => showDialog(<PageViewer pages={all} first={id} />);
  return (
    <section class={`pages of-${kind}${old ? " old" : ""}`} aria-label={alt} ref={box}>
      {all.map(({ id, svg, title }, number) =>
        picks ? (
          <div class="page-frame" key={id}>
            <PageImage
              svg={svg}
              alt=""
              picks={picks}
              places={places?.[number]}
              marked={shown?.page === number ? shown.labels : undefined}
              onMark={reveal}
            />
            <button
              type="button"
              class="enlarge"
              data-page={id}
              aria-label={`Enlarge ${title}`}
              title="Enlarge"
              onClick={() => enlarge(id)}
            >
              <Icon name="enlarge" />
            </button>
          </div>
        ) : (
          <button
            type="button"
            class="page-button"
            key={id}
            data-page={id}
            aria-label={`Enlarge ${title}`}
            title="Enlarge"
            onClick={() => enlarge(id)}
          >
            <Icon name="enlarge" />
            <PageImage svg={svg} alt="" />
          </button>
        ),
      )}
      <MarkLegend drawings={drawn} isWhole={drawn.every((svg, number) => svg === pages[number])} />
    </section>
  );
}

// The meaning of the reference marks in drawings, if there are any.
export function MarkLegend({
  drawings,
  isWhole,
  ours,
}: {
  drawings: readonly string[];
  isWhole?: boolean;
  ours?: string;
}) {
  const words = useMemo(() => explainMarks(listMarks(drawings, isWhole), ours), [drawings, isWhole, ours]);
  return words.length ? <p class="mark-legend">{words.join(" ")}</p> : null;
}

// `print` returns the button that prints a page.
export function PageViewer({
  pages,
  first,
  print,
}: {
  pages: readonly ViewedPage[];
  first: string;
  print?: (page: ViewedPage) => Children;
}) {
  const [number, setNumber] = useState(
    Math.max(
      0,
      pages.findIndex(page => page.id === first),
    ),
  );
  const [zoom, setZoom] = useState(1);
  const box = useRef<HTMLDivElement>(null),
    touches = useRef(new Map<number, Touch>()),
    pinch = useRef({ distance: 0, zoom: 1, from: null as Touch | null });
  const page = pages[number];
  const shown = useRef(page);
  shown.current = page;
  useEffect(() => {
    // the focus goes back to the page that was shown last
    return () =>
      void setTimeout(() =>
        document.querySelector<HTMLElement>(`[data-page="${CSS.escape(shown.current?.id ?? "")}"]`)?.focus(),
      );
  }, []);
  if (!page) return null;
  const turn = (step: number) => {
    const next = number + step;
    if (next < 0 || next >= pages.length) return;
    setNumber(next);
    setZoom(1);
    box.current?.scrollTo(0, 0);
  };
  const zoomTo = (now: number, x = 0.5, y = 0.5) => {
    const scroller = box.current,
      next = Math.min(MOST_ZOOM, Math.max(1, now));
    setZoom(next);
    if (!scroller) return;
    // the point of the page at (x, y) of the window stays there
    const left = (scroller.scrollLeft + x * scroller.clientWidth) / scroller.scrollWidth,
      top = (scroller.scrollTop + y * scroller.clientHeight) / scroller.scrollHeight;
    requestAnimationFrame(() =>
      scroller.scrollTo(
        left * scroller.scrollWidth - x * scroller.clientWidth,
        top * scroller.scrollHeight - y * scroller.clientHeight,
      ),
    );
  };
  const placeOf = (event: MouseEvent): [number, number] => {
    const rect = box.current?.getBoundingClientRect();
    return rect ? [(event.clientX - rect.left) / rect.width, (event.clientY - rect.top) / rect.height] : [0.5, 0.5];
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = {
      ArrowLeft: () => turn(-1),
      ArrowRight: () => turn(1),
      PageUp: () => turn(-1),
      PageDown: () => turn(1),
      Home: () => turn(-number),
      End: () => turn(pages.length - 1 - number),
      "+": () => zoomTo(zoom * STEP),
      "=": () => zoomTo(zoom * STEP),
      "-": () => zoomTo(zoom / STEP),
      "0": () => zoomTo(1),
    }[event.key];
    const moves = zoom > 1 && /^Arrow(Left|Right)$/.test(event.key); // the enlarged page is scrolled
    if (!act || moves || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  };
  const down = (event: PointerEvent) => {
    touches.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    pinch.current = {
      distance: distance([...touches.current.values()]),
      zoom,
      from: { x: event.clientX, y: event.clientY },
    };
  };
  const move = (event: PointerEvent) => {
    if (!touches.current.has(event.pointerId)) return;
    if (event.pointerType === "mouse") box.current?.scrollBy(-event.movementX, -event.movementY);
    touches.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const now = distance([...touches.current.values()]);
    if (touches.current.size === 2 && pinch.current.distance)
      zoomTo((pinch.current.zoom * now) / pinch.current.distance, ...placeOf(event));
  };
  const up = (event: PointerEvent) => {
    const { from } = pinch.current,
      single = touches.current.size === 1;
    touches.current.delete(event.pointerId);
    if (!single || zoom > 1 || event.pointerType !== "touch" || !from || event.type === "pointercancel") return;
    const across = event.clientX - from.x;
    if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(event.clientY - from.y)) turn(across < 0 ? 1 : -1);
  };
  const title = pageTitle(page);
  return (
    <div class="viewer" onKeyDown={onKeyDown}>
      <div class="viewer-bar">
        <span role="status">
          <b>{title}</b>
          <small>
            {[page.title && codeOf(page), page.place || `page ${number + 1} of ${pages.length}`]
              .filter(Boolean)
              .join(", ")}
          </small>
        </span>
        <Button kind="quiet" icon="back" label="Previous page" disabled={number === 0} onClick={() => turn(-1)} />
        <Button
          kind="quiet"
          icon="next"
          label="Next page"
          disabled={number === pages.length - 1}
          onClick={() => turn(1)}
        />
        {print?.(page)}
        <Button kind="quiet" label="Smaller" disabled={zoom <= 1} onClick={() => zoomTo(zoom / STEP)}>
          −
        </Button>
        <Button kind="quiet" label="Larger" disabled={zoom >= MOST_ZOOM} onClick={() => zoomTo(zoom * STEP)}>
          +
        </Button>
        <CloseButton />
      </div>
      <div
        class={`viewer-page${zoom > 1 ? " enlarged" : ""}`}
        ref={box}
        tabIndex={0}
        autofocus
        role="group"
        aria-label={`${title}. Arrow keys turn the page, + and - change its size.`}
        onDblClick={event => zoomTo(zoom > 1 ? 1 : STEP * STEP, ...placeOf(event))}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
      >
        <img
          src={drawingAddress(page.svg)}
          alt={title}
          draggable={false}
          style={{ width: `calc(${zoom} * min(100cqw, ${ratioOf(page.svg)} * 100cqh))` }}
        />
      </div>
    </div>
  );
}
