import type { SketchEdge, SketchFlow, SketchStep, SketchView } from '../../sketch.js';
import type { Picture, PlacedItem } from './picture.js';
import { type Step, withEnds } from './steps.js';
import type { Thing } from './thing.js';

/** Converts the steps of a picture into a flow on its view; undefined if it has none. */
export function flowOf(
  view: string,
  { title, fallback, place, steps }: Picture,
  things: ReadonlyMap<PlacedItem, Thing>,
): SketchFlow | undefined {
  if (steps.length === 0) return undefined;
  const resolved = withEnds(
    steps,
    (end) => things.get(end)?.key,
    () => {},
  );
  return { name: title ?? fallback, view, steps: resolved.map(stepOf), place };
}

function stepOf({ ends: [from, to], text, is, paths }: Step<string>): SketchStep {
  return {
    text: text.replace(/\s+/g, ' '),
    from,
    to,
    isReply: is === 'reply',
    is: is === 'reply' || is === 'message' ? undefined : is,
    paths: paths?.map(({ name, steps }) => ({ name, steps: steps.map(stepOf) })),
  };
}

/**
 * Converts a picture into a view. Its subject is the app with most of its components, otherwise the system with most
 * of its apps.
 */
export function viewOf(
  key: string,
  { title, description, fallback, place, lines, steps }: Picture,
  { shown, edges }: { shown: ReadonlySet<Thing>; edges: readonly SketchEdge[] },
  things: ReadonlyMap<string, Thing>,
): SketchView {
  const all = [...shown];
  const app = mostFrequentParent(
    all.filter(({ type }) => type === 'component'),
    things,
    ['app', 'store'],
  );
  const system = app ? undefined : mostFrequentParent(all.filter(isApp), things, ['system']);
  const subject = app ?? system;
  // The subject is a box in its own picture only if lines end at it.
  const isEnd =
    edges.some(({ from, to }) => from === subject?.key || to === subject?.key) ||
    steps.some(({ ends }) => ends.length > 0);
  return {
    key,
    name: title ?? fallback,
    description,
    type: app ? 'component-diagram' : system ? 'app-diagram' : 'context-diagram',
    of: subject?.key,
    nodes: all.filter((it) => it.type !== 'domain' && (it !== subject || isEnd)).map((it) => it.key),
    // A sequence shows all connections of its participants.
    edges: lines.some(({ isMessage }) => isMessage) ? undefined : edges.flatMap((it) => it.key ?? []),
    place,
  };
}

const isApp = ({ type }: Thing): boolean => type === 'app' || type === 'store';

/** Returns the most frequent parent of `children` that has one of `types`. */
function mostFrequentParent(
  children: readonly Thing[],
  things: ReadonlyMap<string, Thing>,
  types: readonly string[],
): Thing | undefined {
  const counts = new Map<Thing, number>();
  for (const { scope } of children) {
    const parent = scope === undefined ? undefined : things.get(scope);
    if (parent && types.includes(parent.type)) counts.set(parent, (counts.get(parent) ?? 0) + 1);
  }
  let best: Thing | undefined;
  for (const [parent, count] of counts) if (!best || count > (counts.get(best) ?? 0)) best = parent;
  return best;
}
