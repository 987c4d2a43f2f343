import type { SiteDrawing } from '../../site/types.js';

/** Boxes of a drawing that is shown on a canvas: keyboard, mouse and highlighting. */

export interface BoxHandlers {
  /** Called with the id of an object, or an empty text for the background. */
  onSelect?: ((objectId: string) => void) | undefined;
  /** Called for a double click, and for Shift-Enter. */
  onOpen?: ((objectId: string) => void) | undefined;
}

/** Distance in pixels from which a press is a drag and not a click. */
const DRAG = 4;

const boxesOf = (inner: Element): SVGElement[] => [...inner.querySelectorAll<SVGElement>('.node[data-id]')];

/** Makes boxes reachable with the keyboard, and marks the selected one. */
export function prepareBoxes(inner: Element, { objects }: SiteDrawing, selected: string | undefined): void {
  // An image would hide its boxes from screen readers.
  inner.querySelector('svg')?.setAttribute('role', 'group');
  for (const box of boxesOf(inner)) {
    const object = objects[box.dataset.id ?? ''];
    if (object === undefined) continue;
    box.setAttribute('tabindex', '0');
    box.setAttribute('role', 'button');
    box.setAttribute('aria-pressed', String(object === selected));
  }
}

/**
 * Object of the latest single click. Its details change the size of the canvas, so that the second click of a double click
 * can hit another box.
 */
let clicked = '';

/** Handles clicks, keys and hovering of boxes. Returns a function that removes the listeners. */
export function listenToBoxes(
  inner: HTMLElement,
  drawing: SiteDrawing,
  { onSelect, onOpen }: BoxHandlers,
): () => void {
  const objectAt = ({ target }: Event): string => {
    const box = target instanceof Element ? target.closest('.node[data-id]') : null;
    return drawing.objects[box?.getAttribute('data-id') ?? ''] ?? '';
  };
  const controller = new AbortController();
  const { signal } = controller;
  let pressed = { x: 0, y: 0 };
  const onPress = ({ clientX, clientY }: PointerEvent) => {
    pressed = { x: clientX, y: clientY };
  };
  const onClick = (event: MouseEvent) => {
    const isDrag = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > DRAG;
    if (isDrag || event.detail > 1) return;
    clicked = objectAt(event);
    onSelect?.(clicked);
  };
  const onKey = (event: KeyboardEvent) => {
    const object = objectAt(event);
    if (object === '' || !['Enter', ' '].includes(event.key)) return;
    event.preventDefault();
    if (event.key === 'Enter' && event.shiftKey) onOpen?.(object);
    else onSelect?.(object);
  };
  // The canvas stops events of pointers, so they are handled before it.
  inner.addEventListener('pointerdown', onPress, { signal, capture: true });
  inner.addEventListener('click', onClick, { signal });
  (inner.parentElement ?? inner).addEventListener('dblclick', () => onOpen?.(clicked), { signal });
  inner.addEventListener('keydown', onKey, { signal });
  const onEnter = (event: Event) => {
    const isDragging = event instanceof PointerEvent && event.buttons !== 0;
    if (!isDragging) highlight(inner, drawing, objectAt(event));
  };
  for (const type of ['pointerover', 'focusin']) inner.addEventListener(type, onEnter, { signal });
  for (const type of ['pointerleave', 'focusout'])
    inner.addEventListener(type, () => highlight(inner, drawing, ''), { signal });
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
