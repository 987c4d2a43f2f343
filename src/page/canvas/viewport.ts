import Panzoom, { type PanzoomEventDetail, type PanzoomObject } from '@panzoom/panzoom';

/** A position of a picture on its canvas: the point in the middle, in pixels of the picture, and the scale. */
export interface Position {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Viewport {
  /** Shows the whole picture in the middle. */
  fit(): void;
  zoomBy(factor: number): void;
  /** Moves the picture by screen pixels. */
  panBy(x: number, y: number): void;
  moveTo(position: Position): void;
  position(): Position;
  /** Size of the visible part, in pixels of the picture. */
  visible(): Size;
  /** Whether the whole picture is shown, and stays so when sizes change. */
  isFitted(): boolean;
  destroy(): void;
}

const MIN_SCALE = 0.05;
const MAX_SCALE = 8;
/** Share of the canvas that a fitted picture covers. */
const FIT = 0.98;
/** Small pictures are enlarged up to this scale, for large screens. */
const MAX_FITTED_SCALE = 1.6;

export interface ViewportOptions {
  /** Canvas, and the element with the picture inside it. */
  outer: HTMLElement;
  inner: HTMLElement;
  /** Returns the size of the picture. */
  sizeOf(): Size;
  /** First position (default: the whole picture). */
  start: Position | undefined;
  /** Called after each movement. */
  onChange(): void;
}

export function openViewport({ outer, inner, sizeOf, start, onChange }: ViewportOptions): Viewport {
  let isFitted = start === undefined;
  const fitted = (): Position => {
    const { width, height } = sizeOf();
    const { clientWidth, clientHeight } = outer;
    const scale = Math.min(MAX_FITTED_SCALE, (clientWidth / width) * FIT, (clientHeight / height) * FIT);
    return { x: width / 2, y: height / 2, scale: Math.max(MIN_SCALE, scale) };
  };
  /** Panzoom applies the translation before the scale. */
  const panOf = ({ x, y, scale }: Position) => ({
    x: outer.clientWidth / scale / 2 - x,
    y: outer.clientHeight / scale / 2 - y,
  });
  const first = start ?? fitted();
  const panzoom: PanzoomObject = Panzoom(inner, {
    minScale: MIN_SCALE,
    maxScale: MAX_SCALE,
    origin: '0 0',
    cursor: 'grab',
    canvas: true,
    pinchAndPan: true,
    startScale: first.scale,
  });
  const visible = (): Size => {
    const scale = panzoom.getScale();
    return { width: outer.clientWidth / scale, height: outer.clientHeight / scale };
  };
  const place = (to: Position): void => {
    const options = { animate: false, force: true, silent: true };
    panzoom.zoom(to.scale, options);
    const { x, y } = panOf(to);
    panzoom.pan(x, y, options);
    // A timer of Panzoom moves the picture to its start, which can happen after movements that were requested here.
    panzoom.setOptions({ startX: x, startY: y });
    // Panzoom draws in the next animation frame, which can be after the first paint.
    inner.style.transform = `scale(${panzoom.getScale()}) translate(${panzoom.getPan().x}px, ${panzoom.getPan().y}px)`;
  };
  place(first);
  const moveTo = (to: Position): void => {
    place(to);
    onChange();
  };
  const position = (): Position => {
    const { width, height } = visible();
    const { x, y } = panzoom.getPan();
    return { x: width / 2 - x, y: height / 2 - y, scale: panzoom.getScale() };
  };
  const fit = (): void => {
    isFitted = true;
    moveTo(fitted());
  };
  const change = (next: (from: Position) => Position): void => {
    isFitted = false;
    moveTo(next(position()));
  };
  const onMoved = (event: Event) => {
    // Panzoom also reports its start, and movements that were requested here.
    if (!(event as CustomEvent<PanzoomEventDetail>).detail.originalEvent) return;
    isFitted = false;
    onChange();
  };
  const onWheel = (event: WheelEvent) => panzoom.zoomWithWheel(event);
  inner.addEventListener('panzoomchange', onMoved);
  outer.addEventListener('wheel', onWheel, { passive: false });
  return {
    fit,
    position,
    visible,
    isFitted: () => isFitted,
    moveTo: (to) => change(() => to),
    zoomBy: (factor) =>
      change(({ scale, ...at }) => ({
        ...at,
        scale: Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale * factor)),
      })),
    panBy: (x, y) => change((at) => ({ ...at, x: at.x + x / at.scale, y: at.y + y / at.scale })),
    destroy: () => {
      inner.removeEventListener('panzoomchange', onMoved);
      outer.removeEventListener('wheel', onWheel);
      panzoom.destroy();
    },
  };
}
