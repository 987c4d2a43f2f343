import Panzoom, { type PanzoomObject } from '@panzoom/panzoom';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { SiteDrawing } from '../../site/types.js';
import { type Restyle, svgOf } from '../drawings.js';
import { useSite } from '../site.js';

interface CanvasProps {
  label: string;
  drawing: SiteDrawing;
  restyle?: Restyle;
  /** Id of the selected object. */
  selected?: string;
  /** Called with the id of an object, or an empty text for the background. */
  onSelect?: ((objectId: string) => void) | undefined;
  /** Called for a double click, and for Shift-Enter. */
  onOpen?: ((objectId: string) => void) | undefined;
}

const MIN_SCALE = 0.05;
const MAX_SCALE = 8;
const ZOOM_STEP = 1.25;
/** Share of the canvas that a fitted picture covers. */
const FIT = 0.98;
/** Distance in pixels from which a press is a drag and not a click. */
const DRAG = 4;

/** A drawing with pan and zoom. Its boxes can be selected with the mouse and the keyboard. */
export function Canvas({ label, drawing, restyle, selected, onSelect, onOpen }: CanvasProps) {
  const { theme } = useSite();
  const svg = useMemo(() => svgOf(drawing, theme, restyle), [drawing, theme, restyle]);
  const frame = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const zoom = useRef<PanzoomObject>(null);

  useEffect(() => {
    const [outer, inner] = [frame.current, sheet.current];
    if (!outer || !inner) return;
    const panzoom = Panzoom(inner, {
      minScale: MIN_SCALE,
      maxScale: MAX_SCALE,
      origin: '0 0',
      cursor: 'grab',
      // Lets wheel events outside of the canvas scroll the page.
      touchAction: 'none',
    });
    zoom.current = panzoom;
    showAll(panzoom, outer, inner);
    const onWheel = (event: WheelEvent) => panzoom.zoomWithWheel(event);
    outer.addEventListener('wheel', onWheel, { passive: false });
    const observer = new ResizeObserver(() => showAll(panzoom, outer, inner));
    observer.observe(outer);
    return () => {
      observer.disconnect();
      outer.removeEventListener('wheel', onWheel);
      panzoom.destroy();
    };
  }, [drawing]);

  useEffect(() => {
    const inner = sheet.current;
    if (!inner) return;
    prepareBoxes(inner, drawing, selected);
    return listen(inner, drawing, { onSelect, onOpen });
  }, [svg, drawing, selected, onSelect, onOpen]);

  const zoomBy = (factor: number) => {
    const [panzoom, outer] = [zoom.current, frame.current];
    if (!panzoom || !outer) return;
    const { left, top, width, height } = outer.getBoundingClientRect();
    panzoom.zoomToPoint(panzoom.getScale() * factor, {
      clientX: left + width / 2,
      clientY: top + height / 2,
    });
  };
  const fitAll = () => {
    if (zoom.current && frame.current && sheet.current) showAll(zoom.current, frame.current, sheet.current);
  };
  return (
    <section class="canvas" aria-label={label}>
      <div ref={frame} class="frame">
        {/* The text is SVG written by archctl, in which all texts are escaped. */}
        <div ref={sheet} class="sheet" dangerouslySetInnerHTML={{ __html: svg }} />
      </div>
      <div class="zoom" role="toolbar" aria-label="Zoom">
        <button type="button" aria-label="Zoom in" onClick={() => zoomBy(ZOOM_STEP)}>
          +
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => zoomBy(1 / ZOOM_STEP)}>
          −
        </button>
        <button type="button" onClick={fitAll}>
          Fit
        </button>
      </div>
    </section>
  );
}

/** Shows the whole picture in the middle of the canvas, without enlarging it. */
function showAll(panzoom: PanzoomObject, outer: HTMLElement, inner: HTMLElement): void {
  const svg = inner.querySelector('svg');
  const [width, height] = [Number(svg?.getAttribute('width')), Number(svg?.getAttribute('height'))];
  const { clientWidth, clientHeight } = outer;
  if (!width || !height || !clientWidth || !clientHeight) return;
  const scale = Math.max(MIN_SCALE, Math.min(1, (clientWidth / width) * FIT, (clientHeight / height) * FIT));
  panzoom.zoom(scale, { animate: false, force: true });
  // Panzoom applies the translation before the scale.
  panzoom.pan((clientWidth / scale - width) / 2, (clientHeight / scale - height) / 2, {
    animate: false,
    force: true,
  });
}

const boxesOf = (inner: Element): SVGElement[] => [...inner.querySelectorAll<SVGElement>('.node[data-id]')];

/** Makes boxes reachable with the keyboard, and marks the selected one. */
function prepareBoxes(inner: Element, drawing: SiteDrawing, selected: string | undefined): void {
  // An image would hide its boxes from screen readers.
  inner.querySelector('svg')?.setAttribute('role', 'group');
  for (const box of boxesOf(inner)) {
    const object = drawing.objects[box.dataset.id ?? ''];
    if (object === undefined) continue;
    box.setAttribute('tabindex', '0');
    box.setAttribute('role', 'button');
    box.setAttribute('aria-pressed', String(object === selected));
  }
}

/** Handles clicks, keys and hovering of boxes. Returns a function that removes the listeners. */
function listen(
  inner: HTMLElement,
  drawing: SiteDrawing,
  { onSelect, onOpen }: Pick<CanvasProps, 'onSelect' | 'onOpen'>,
): () => void {
  const objectAt = ({ target }: Event): string => {
    const box = target instanceof Element ? target.closest('.node[data-id]') : null;
    return drawing.objects[box?.getAttribute('data-id') ?? ''] ?? '';
  };
  const controller = new AbortController();
  const { signal } = controller;
  let pressed = { x: 0, y: 0 };
  inner.addEventListener('pointerdown', ({ clientX, clientY }) => (pressed = { x: clientX, y: clientY }), {
    signal,
  });
  inner.addEventListener(
    'click',
    (event) => {
      const isDrag = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > DRAG;
      if (!isDrag) onSelect?.(objectAt(event));
    },
    { signal },
  );
  inner.addEventListener('dblclick', (event) => onOpen?.(objectAt(event)), { signal });
  inner.addEventListener(
    'keydown',
    (event) => {
      const object = objectAt(event);
      if (object === '' || !['Enter', ' '].includes(event.key)) return;
      event.preventDefault();
      if (event.key === 'Enter' && event.shiftKey) onOpen?.(object);
      else onSelect?.(object);
    },
    { signal },
  );
  for (const type of ['pointerover', 'focusin'])
    inner.addEventListener(type, (event) => highlight(inner, drawing, objectAt(event)), { signal });
  inner.addEventListener('pointerleave', () => highlight(inner, drawing, ''), { signal });
  return () => controller.abort();
}

/** Dims everything except an object and its neighbours; nothing for an empty id. */
function highlight(inner: Element, { scene, objects }: SiteDrawing, object: string): void {
  const own = new Set(scene.nodes.filter(({ id }) => objects[id] === object).map(({ id }) => id));
  const lines = scene.edges.filter(({ originId, targetId }) => own.has(originId) || own.has(targetId));
  const strong = new Set([
    ...own,
    ...lines.flatMap(({ id, originId, targetId }) => [id, originId, targetId]),
  ]);
  for (const part of inner.querySelectorAll<SVGElement>(
    '.node[data-id], .edge[data-id], .edge-label[data-id]',
  ))
    part.classList.toggle('faded', object !== '' && !strong.has(part.dataset.id ?? ''));
}
