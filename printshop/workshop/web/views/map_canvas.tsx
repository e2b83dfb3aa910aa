// The drawing of a map, on which the tools paint, and the input of a name on it.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { PageImage } from "../components/ui.tsx";
import { brushAt, centerOf, cornersOf, hexAt, type Point } from "../model/hexes.ts";
import { measureZoom, type Zoom } from "../model/map_zoom.ts";
import type { MapPlaces } from "../types.ts";
import { isLineTool, type Painter } from "./map_painter.tsx";

const PIXELS_A_POINT = 4 / 3; // at 100 %
export const ZOOMS = [0.1, 8] as const;
const LOW_PLACE = 0.85; // of the height of a map, from which the input of a name stands above its hex
const CLICK = 6; // pixels: a drag that is shorter is a click

interface CanvasProps {
  map: MapPlaces;
  svg: string;
  title: string;
  old: boolean;
  zoom: Zoom;
  foot: number; // the height of the buttons over its lower edge, in pixels
  onZoom: (zoom: number) => void;
  onShown: (zoom: number) => void; // how large it is now
  painter: Painter;
}
// The drawing of the map with the unsaved changes above it. Two fingers move and zoom it with every tool.
export function Canvas({ map, svg, title, old, zoom, foot, onZoom, onShown, painter }: CanvasProps) {
  const box = useRef<HTMLDivElement>(null),
    drag = useRef<Point | null>(null),
    pressed = useRef<Point | null>(null), // where a drag began
    touches = useRef(new Map<number, Point>()),
    pinch = useRef<{ distance: number; zoom: number; middle: Point } | null>(null);
  const [size, setSize] = useState<Point>([0, 0]);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(
      () => box.current && setSize([box.current.clientWidth, box.current.clientHeight]),
    );
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const [width, height] = [map.page[0] * PIXELS_A_POINT, map.page[1] * PIXELS_A_POINT],
    scale = Math.max(ZOOMS[0] / 4, measureZoom(zoom, size, [width, height], foot));
  const middle = useRef<Point>([0.5, 0.5]); // the place of the map that stays in the middle
  useLayoutEffect(() => {
    onShown(scale);
    const scroller = box.current;
    if (scroller)
      scroller.scrollTo(
        middle.current[0] * scroller.scrollWidth - scroller.clientWidth / 2,
        middle.current[1] * scroller.scrollHeight - scroller.clientHeight / 2,
      );
  }, [scale]);
  const scrolled = () => {
    const scroller = box.current;
    if (scroller)
      middle.current = [
        (scroller.scrollLeft + scroller.clientWidth / 2) / scroller.scrollWidth,
        (scroller.scrollTop + scroller.clientHeight / 2) / scroller.scrollHeight,
      ];
  };
  useEffect(() => {
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      onZoom(Math.min(ZOOMS[1], Math.max(ZOOMS[0], scale * (event.deltaY < 0 ? 1.1 : 1 / 1.1))));
    };
    box.current?.addEventListener("wheel", wheel, { passive: false });
    return () => box.current?.removeEventListener("wheel", wheel);
  }, [scale]);

  const { tool, cursor, draft, line, pending, start, pointed } = painter,
    moves = tool === "choose";
  // A hex or a line that is chosen in the panel comes into view.
  const [aim] = painter.shown
    ? [...painter.shown.runs.flatMap(run => run.hexes), ...painter.shown.sides.map(([hex]) => hex)]
    : [pointed];
  useEffect(() => {
    const scroller = box.current;
    if (!scroller || aim === undefined || aim < 0) return;
    const [x, y] = centerOf(map, aim);
    scroller.scrollTo({
      left: (x / map.page[0]) * scroller.scrollWidth - scroller.clientWidth / 2,
      top: (y / map.page[1]) * scroller.scrollHeight - scroller.clientHeight / 2,
      behavior: "smooth",
    });
  }, [aim]);
  const corners = cornersOf(map),
    outline = corners.map(point => point.join(",")).join(" "),
    half = Math.max(...corners.map(([, y]) => y)); // of the height of a hex
  const pointOf = (event: PointerEvent): Point => {
    const rect = (event.currentTarget as Element).getBoundingClientRect();
    return [
      ((event.clientX - rect.left) / rect.width) * map.page[0],
      ((event.clientY - rect.top) / rect.height) * map.page[1],
    ];
  };
  const readPinch = () => {
    const [one, other] = [...touches.current.values()];
    return one && other
      ? {
          distance: Math.hypot(one[0] - other[0], one[1] - other[1]),
          middle: [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2] as Point,
        }
      : null;
  };
  const down = (event: PointerEvent) => {
    if (event.button) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    if (event.pointerType === "touch") {
      touches.current.set(event.pointerId, [event.clientX, event.clientY]);
      const two = readPinch();
      if (two) {
        painter.cancel();
        drag.current = pressed.current = null;
        pinch.current = { ...two, zoom: scale };
        return;
      }
    }
    const point = pointOf(event);
    if (moves) pressed.current = drag.current = [event.clientX, event.clientY];
    else painter.down(hexAt(map, point), point);
  };
  const move = (event: PointerEvent) => {
    const point = pointOf(event),
      hex = hexAt(map, point);
    if (touches.current.has(event.pointerId)) touches.current.set(event.pointerId, [event.clientX, event.clientY]);
    const two = pinch.current && readPinch();
    if (two && pinch.current) {
      box.current?.scrollBy(pinch.current.middle[0] - two.middle[0], pinch.current.middle[1] - two.middle[1]);
      pinch.current.middle = two.middle;
      onZoom(Math.min(ZOOMS[1], Math.max(ZOOMS[0], (pinch.current.zoom * two.distance) / pinch.current.distance)));
      return;
    }
    if (event.pointerType === "mouse" && hex !== cursor) painter.setCursor(hex);
    painter.move(hex, point);
    if (drag.current && box.current) {
      box.current.scrollBy(drag.current[0] - event.clientX, drag.current[1] - event.clientY);
      drag.current = [event.clientX, event.clientY];
    }
  };
  const up = (event: PointerEvent) => {
    touches.current.delete(event.pointerId);
    if (pinch.current && touches.current.size < 2) pinch.current = null;
    else painter.up();
    const from = pressed.current;
    pressed.current = null;
    if (moves && from && Math.hypot(event.clientX - from[0], event.clientY - from[1]) < CLICK)
      painter.setChosen(hexAt(map, pointOf(event)));
    drag.current = null;
  };
  const place = (hex: number) => `translate(${centerOf(map, hex).join(" ")})`;
  const points = (hexes: readonly number[]) => hexes.map(hex => centerOf(map, hex).join(",")).join(" ");
  const marked = isLineTool(tool) && !painter.shown ? line : painter.shown,
    ways = marked || isLineTool(tool) ? [...(marked?.runs.map(run => run.hexes) ?? []), draft.way] : [],
    sides = marked || isLineTool(tool) ? (draft.sides ?? marked?.sides ?? []) : [],
    dots = [...new Set([...ways.flat(), ...(start < 0 ? [] : [start])])];
  return (
    <div class={`map-box${old ? " old" : ""}`} ref={box} onScroll={scrolled}>
      <div
        class={`map-canvas${moves ? " moves" : ""}`}
        style={{ width: `${width * scale}px`, height: `${height * scale}px` }}
        role="application"
        tabIndex={0}
        aria-label={`${title}. Arrow keys move over the map, the space bar uses the tool, 1 to ${map.sides.length} choose sides, Enter ends a line.`}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={event => {
          touches.current.delete(event.pointerId);
          painter.cancel();
        }}
        onPointerLeave={() => painter.setCursor(-1)}
        onKeyDown={painter.onKeyDown}
      >
        <PageImage svg={svg} alt={title} />
        <svg class="map-overlay" viewBox={`0 0 ${map.page.join(" ")}`} preserveAspectRatio="none" aria-hidden="true">
          {[...pending].map(([hex, fill]) => (
            <g key={hex} transform={place(hex)}>
              <polygon points={outline} fill={fill} />
              <text class="map-number" y={-0.86 * half} font-size={0.2 * half}>
                {map.names[hex]}
              </text>
            </g>
          ))}
          {ways.map((hexes, number) => (
            <polyline key={number} class="map-line" points={points(hexes)} />
          ))}
          {dots.map(hex => (
            <circle
              key={hex}
              cx={centerOf(map, hex)[0]}
              cy={centerOf(map, hex)[1]}
              r={map.page[0] * map.size[0] * 0.0009}
            />
          ))}
          {sides.map(([hex, side]) => {
            const [x1, y1] = corners[side] as Point,
              [x2, y2] = corners[(side + 1) % corners.length] as Point;
            return (
              <line key={`${hex} ${side}`} class="map-line" transform={place(hex)} x1={x1} y1={y1} x2={x2} y2={y2} />
            );
          })}
          {tool === "zone" &&
            [...(painter.zone?.hexes ?? [])].map(hex => (
              <polygon key={`zone ${hex}`} class="map-zone" points={outline} transform={place(hex)} />
            ))}
          {pointed >= 0 && <polygon class="map-chosen" points={outline} transform={place(pointed)} />}
          {moves && painter.chosen >= 0 && (
            <polygon class="map-chosen" points={outline} transform={place(painter.chosen)} />
          )}
          {cursor >= 0 &&
            (painter.tool === "paint" || (painter.tool === "erase" && !painter.erasesLines)
              ? brushAt(map, cursor, painter.brush)
              : [cursor]
            ).map(hex => <polygon key={`cursor ${hex}`} class="map-cursor" points={outline} transform={place(hex)} />)}
          {painter.naming >= 0 && <polygon class="map-chosen" points={outline} transform={place(painter.naming)} />}
        </svg>
        {painter.naming >= 0 && <NameInput key={painter.naming} map={map} painter={painter} />}
      </div>
    </div>
  );
}

// The name of a hex, typed below the hex. It is written as soon as the input is left; Escape leaves the name as it was.
function NameInput({ map, painter }: { map: MapPlaces; painter: Painter }) {
  const { naming, nameAt, writeName, setNaming } = painter,
    [x, y] = centerOf(map, naming),
    input = useRef<HTMLInputElement>(null),
    before = nameAt(naming);
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, []);
  const leave = (event: KeyboardEvent) => {
    event.stopPropagation(); // the keys of the map are letters here
    if (event.key === "Escape" && input.current) input.current.value = before;
    if (event.key !== "Enter" && event.key !== "Escape") return;
    (event.currentTarget as Element).closest<HTMLElement>(".map-canvas")?.focus({ preventScroll: true });
  };
  return (
    <input
      ref={input}
      class={`map-name${y > map.page[1] * LOW_PLACE ? " above" : ""}`}
      style={{ left: `clamp(5.5rem, ${(100 * x) / map.page[0]}%, 100% - 5.5rem)`, top: `${(100 * y) / map.page[1]}%` }}
      type="text"
      maxLength={60}
      autocomplete="off"
      enterkeyhint="done"
      aria-label={`Name at ${map.names[naming]}`}
      placeholder="Name"
      defaultValue={before}
      onPointerDown={event => event.stopPropagation()}
      onKeyDown={leave}
      onBlur={event => {
        writeName(naming, event.currentTarget.value);
        setNaming(-1);
      }}
    />
  );
}
