import type { SketchEdge, SketchFlow, SketchStep, SketchView } from '../../sketch.js';
import type { Picture, Placed } from './picture.js';
import { type Step, withEnds } from './steps.js';
import type { Thing } from './thing.js';

/** Converts the steps of a picture into a flow on its view; undefined if it has none. */
export function flowOf(
  view: string,
  { title, fallback, place, steps }: Picture,
  things: ReadonlyMap<Placed, Thing>,
): SketchFlow | undefined {
  if (steps.length === 0) return undefined;
  const found = withEnds(
    steps,
    (end) => things.get(end)?.key,
    () => {},
  );
  return { name: title ?? fallback, view, steps: found.map(stepOf), place };
}

function stepOf({ ends: [from, to], text, is, paths }: Step<string>): SketchStep {
  return {
    text: text.replace(/\s+/g, ' '),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(is === 'reply' && { isReply: true }),
    ...(is !== 'reply' && is !== 'message' && { is }),
    ...(paths && { paths: paths.map(({ name, steps }) => ({ name, steps: steps.map(stepOf) })) }),
  };
}

/** Converts a picture into a view: of the app of its components, otherwise of the system of its apps. */
export function viewOf(
  key: string,
  { title, description, fallback, place, lines, steps }: Picture,
  { shown, edges }: { shown: ReadonlySet<Thing>; edges: readonly SketchEdge[] },
  things: ReadonlyMap<string, Thing>,
): SketchView {
  const all = [...shown];
  const app = most(
    all.filter(({ type }) => type === 'component'),
    things,
    ['app', 'store'],
  );
  const system = app ? undefined : most(all.filter(isApp), things, ['system']);
  const of = app ?? system;
  // The subject is a box in its own picture only if lines end at it.
  const isEnd =
    edges.some(({ from, to }) => from === of?.key || to === of?.key) ||
    steps.some(({ ends }) => ends.length > 0);
  return {
    key,
    name: title ?? fallback,
    ...(description !== undefined && { description }),
    type: app ? 'component-diagram' : system ? 'app-diagram' : 'context-diagram',
    ...(of && { of: of.key }),
    nodes: all.filter((it) => it.type !== 'domain' && (it !== of || isEnd)).map((it) => it.key),
    // A sequence shows all connections of its participants.
    ...(!lines.some(({ isMessage }) => isMessage) && { edges: edges.flatMap((it) => it.key ?? []) }),
    place,
  };
}

const isApp = ({ type }: Thing): boolean => type === 'app' || type === 'store';

/** The most frequent parent of these things. */
function most(
  these: readonly Thing[],
  things: ReadonlyMap<string, Thing>,
  types: readonly string[],
): Thing | undefined {
  const counts = new Map<Thing, number>();
  for (const { scope } of these) {
    const home = scope === undefined ? undefined : things.get(scope);
    if (home && types.includes(home.type)) counts.set(home, (counts.get(home) ?? 0) + 1);
  }
  let best: Thing | undefined;
  for (const [home, count] of counts) if (!best || count > (counts.get(best) ?? 0)) best = home;
  return best;
}
