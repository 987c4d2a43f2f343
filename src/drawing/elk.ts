import type { ELK, ElkNode } from 'elkjs/lib/elk-api.js';

type ElkConstructor = new () => Pick<ELK, 'layout'>;

/** Layouts that are kept, the latest: some tens of kilobytes each. */
const KEPT = 50;
/** How a graph with numbers for ids was laid out, both as JSON; the one not asked for longest comes first. */
const layouts = new Map<string, Promise<string>>();

/**
 * Runs ELK in this thread; loads it at the first call. One picture is asked for as SVG, as PNG, as a page and as a
 * thumbnail, and versions hold it again under other ids: what looks the same is laid out once.
 */
export async function runElk(graph: ElkNode): Promise<ElkNode> {
  const { numbered, ids } = withNumbers(graph);
  const layout = layouts.get(numbered) ?? layOut(numbered);
  layouts.delete(numbered);
  layouts.set(numbered, layout);
  const [oldest] = layouts.keys();
  if (layouts.size > KEPT && oldest !== undefined) layouts.delete(oldest);
  try {
    return withIds(await layout, ids);
  } catch (error) {
    layouts.delete(numbered);
    throw error;
  }
}

/** ELK's CommonJS default arrives wrapped or not, by bundler. */
async function layOut(numbered: string): Promise<string> {
  const loaded: { default: unknown } = await import('elkjs/lib/elk.bundled.js');
  const inner = loaded.default;
  const found = typeof inner === 'function' ? inner : (inner as { default: unknown }).default;
  const done = await new (found as ElkConstructor)().layout(JSON.parse(numbered) as ElkNode);
  // Numbers of objects in its memory, which differ each time.
  return JSON.stringify(done, (key, value: unknown) => (key === '$H' ? undefined : value));
}

/** The graph as JSON with `#0`, `#1`… for its ids, in the order they first stand in; they alone begin with their kind. */
function withNumbers(graph: ElkNode): { numbered: string; ids: readonly string[] } {
  const numbers = new Map<string, string>();
  const numbered = JSON.stringify(graph, (_, value: unknown) => {
    if (typeof value !== 'string' || !/^[nelp]:/.test(value)) return value;
    const number = numbers.get(value) ?? `#${numbers.size}`;
    numbers.set(value, number);
    return number;
  });
  return { numbered, ids: [...numbers.keys()] };
}

const withIds = (layout: string, ids: readonly string[]): ElkNode =>
  JSON.parse(layout, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith('#') ? ids[Number(value.slice(1))] : value,
  ) as ElkNode;
