import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { pictureOf, type Restyle } from '../../site/picture.js';
import type { SiteDrawing } from '../../site/types.js';
import { useSite } from '../site.js';
import { type BoxHandlers, listenToBoxes, prepareBoxes } from './boxes.js';
import { exportPicture } from './export-picture.js';
import { Minimap } from './minimap.js';
import { openViewport, type Position, type Size, type Viewport } from './viewport.js';

export interface CanvasProps extends BoxHandlers {
  /** Name of the picture, also of exported files. */
  label: string;
  drawing: SiteDrawing;
  restyle?: Restyle | undefined;
  /** Id of the selected object. */
  selected?: string | undefined;
  /** Position from the address of the view; without it, the whole picture is shown. */
  position?: string | undefined;
  /**
   * Called with the position for the address, once the picture rests; an empty text if the whole picture is shown.
   * `before` is the last known position of the address.
   */
  onMove?: ((position: string, before: string) => void) | undefined;
}

const ZOOM_STEP = 1.25;
/** Pixels by which an arrow key moves the picture. */
const PAN_STEP = 80;
/** Delay before a position becomes part of the address. */
const REST_MS = 250;

const KEYS: Readonly<Record<string, (viewport: Viewport) => void>> = {
  '+': (it) => it.zoomBy(ZOOM_STEP),
  '-': (it) => it.zoomBy(1 / ZOOM_STEP),
  '0': (it) => it.fit(),
  ArrowLeft: (it) => it.panBy(-PAN_STEP, 0),
  ArrowRight: (it) => it.panBy(PAN_STEP, 0),
  ArrowUp: (it) => it.panBy(0, -PAN_STEP),
  ArrowDown: (it) => it.panBy(0, PAN_STEP),
};

/** A drawing with pan, zoom and minimap. Its boxes can be selected with the mouse and the keyboard. */
export function Canvas(props: CanvasProps) {
  const { label, drawing, restyle, selected, onSelect, onOpen } = props;
  const { theme } = useSite();
  const picture = useMemo(() => pictureOf(drawing, theme, restyle), [drawing, theme, restyle]);
  const size = useRef<Size>(picture);
  size.current = picture;
  const frame = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const { viewport, view } = useViewport(frame, sheet, size, props);
  const [failure, setFailure] = useState('');

  // A new layout of the same view keeps the position, unless the whole picture is shown. Before it is painted.
  useLayoutEffect(() => {
    if (viewport?.isFitted()) viewport.fit();
  }, [viewport, drawing]);

  useEffect(() => {
    const inner = sheet.current;
    if (!inner) return;
    prepareBoxes(inner, drawing, selected);
    return listenToBoxes(inner, drawing, { onSelect, onOpen });
  }, [picture, drawing, selected, onSelect, onOpen]);

  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key];
    if (!act || !viewport || event.target !== frame.current) return;
    event.preventDefault();
    event.stopPropagation();
    act(viewport);
  };
  const onFocus = ({ target }: FocusEvent) => {
    const [outer, inner] = [frame.current, sheet.current];
    if (!viewport || !outer || !inner || !(target instanceof Element) || target === outer) return;
    // The browser scrolls to a focused box; the canvas moves instead.
    outer.scrollTo(0, 0);
    // Panzoom moves the sheet in the next animation frame, so only places on the sheet are up to date.
    const [box, around] = [target.getBoundingClientRect(), inner.getBoundingClientRect()];
    const shown = around.width / inner.offsetWidth;
    const [{ x, y, scale }, visible] = [viewport.position(), viewport.visible()];
    const [left, top] = [x - visible.width / 2, y - visible.height / 2];
    const right = outside((box.left - around.left) / shown - left, box.width / shown, visible.width);
    const down = outside((box.top - around.top) / shown - top, box.height / shown, visible.height);
    if (right !== 0 || down !== 0) viewport.panBy(right * scale, down * scale);
  };
  const save = (format: 'svg' | 'png') => {
    setFailure('');
    exportPicture(format, label, picture.svg, visiblePart(picture, view)).catch((error: Error) =>
      setFailure(error.message),
    );
  };
  const isWhole = !view || isInside(picture, view);
  return (
    <section class="canvas" aria-label={label}>
      {/* biome-ignore lint/a11y/useSemanticElements: it groups the boxes of a picture, not fields. */}
      <div
        ref={frame}
        class="frame"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move the picture.
        tabIndex={0}
        role="group"
        aria-busy={viewport === undefined}
        aria-label="Picture. Arrow keys move it, plus and minus zoom, 0 shows all of it."
        onKeyDown={onKeyDown}
        onFocusCapture={onFocus}
      >
        {/* The text is SVG written by archctl, in which all texts are escaped. */}
        <div ref={sheet} class="sheet" dangerouslySetInnerHTML={{ __html: picture.svg }} />
      </div>
      {view && !isWhole && (
        <Minimap
          svg={picture.svg}
          picture={picture}
          {...view}
          onMove={(x, y) => viewport?.moveTo({ ...view.position, x, y })}
        />
      )}
      <div class="tools" role="toolbar" aria-label="Picture">
        <button type="button" aria-label="Zoom in" onClick={() => viewport?.zoomBy(ZOOM_STEP)}>
          +
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => viewport?.zoomBy(1 / ZOOM_STEP)}>
          −
        </button>
        <button type="button" onClick={() => viewport?.fit()}>
          Fit
        </button>
        <button type="button" title="Save what is visible as SVG" onClick={() => save('svg')}>
          SVG
        </button>
        <button type="button" title="Save what is visible as PNG" onClick={() => save('png')}>
          PNG
        </button>
      </div>
      {failure !== '' && (
        <p class="notice" role="alert">
          {failure}
        </p>
      )}
    </section>
  );
}

/** Content of a canvas. */
interface View {
  position: Position;
  visible: Size;
}

/** Opens the viewport before the canvas is painted, and keeps its position in the address. */
function useViewport(
  frame: { current: HTMLElement | null },
  sheet: { current: HTMLElement | null },
  size: { current: Size },
  { position, onMove }: CanvasProps,
) {
  const [viewport, setViewport] = useState<Viewport>();
  const [view, setView] = useState<View>();
  const report = useRef(onMove);
  report.current = onMove;
  const reported = useRef(position ?? '');
  useLayoutEffect(() => {
    const [outer, inner] = [frame.current, sheet.current];
    if (!outer || !inner) return;
    let timer = 0;
    const onChange = () => {
      setView({ position: opened.position(), visible: opened.visible() });
      clearTimeout(timer);
      timer = setTimeout(() => {
        const before = reported.current;
        reported.current = opened.isFitted() ? '' : textOf(opened.position());
        report.current?.(reported.current, before);
      }, REST_MS) as unknown as number;
    };
    const start = positionOf(position ?? '');
    const opened = openViewport({ outer, inner, sizeOf: () => size.current, start, onChange });
    setViewport(opened);
    const observer = new ResizeObserver(() => (opened.isFitted() ? opened.fit() : onChange()));
    observer.observe(outer);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      opened.destroy();
    };
  }, []);
  // Otherwise the address follows the picture. Runs before a later position can be reported.
  useLayoutEffect(() => {
    if ((position ?? '') === reported.current) return;
    reported.current = position ?? '';
    const next = positionOf(reported.current);
    if (next) viewport?.moveTo(next);
    else viewport?.fit();
  }, [viewport, position]);
  return { viewport, view };
}

/** Distance from the visible range, which starts at 0, to a range beyond it; 0 if all of that range is visible. */
const outside = (start: number, length: number, visible: number): number =>
  Math.min(0, start) || Math.max(0, start + length - visible);

/** `x,y,percent`, as in an address. */
const textOf = ({ x, y, scale }: Position): string => [x, y, scale * 100].map(Math.round).join(',');

function positionOf(text: string): Position | undefined {
  if (!/^-?\d{1,6},-?\d{1,6},\d{1,4}$/.test(text)) return undefined;
  const [x = 0, y = 0, percent = 100] = text.split(',').map(Number);
  return percent === 0 ? undefined : { x, y, scale: percent / 100 };
}

/** Whether the whole picture is visible. */
function isInside(picture: Size, { position: { x, y }, visible }: View): boolean {
  const [left, top] = [x - visible.width / 2, y - visible.height / 2];
  return (
    left <= 0 && top <= 0 && left + visible.width >= picture.width && top + visible.height >= picture.height
  );
}

/** The visible part of a picture; all of it if none is visible. */
function visiblePart(picture: Size, view: View | undefined) {
  const whole = { x: 0, y: 0, ...picture };
  if (!view) return whole;
  const { position, visible } = view;
  const x = Math.max(0, position.x - visible.width / 2);
  const y = Math.max(0, position.y - visible.height / 2);
  const width = Math.min(picture.width, position.x + visible.width / 2) - x;
  const height = Math.min(picture.height, position.y + visible.height / 2) - y;
  return width < 1 || height < 1 ? whole : { x, y, width, height };
}
