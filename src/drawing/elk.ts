import type { ELK, ElkNode } from 'elkjs/lib/elk-api.js';

type ElkConstructor = new () => Pick<ELK, 'layout'>;

/** Capacity of the LRU cache of layouts, some tens of kilobytes each. */
const CAPACITY = 50;
/** LRU cache: layout by graph with numbered ids, both as JSON; the least recently used entry comes first. */
const layouts = new Map<string, Promise<string>>();

/**
 * Runs ELK in this thread; loads it on the first call. The same picture is often requested as SVG, PNG, page and
 * thumbnail, and versions contain it under other ids, so graphs that differ only in their ids share one cached layout.
 */
export async function runElk(graph: ElkNode): Promise<ElkNode> {
  const { numbered, ids } = withNumberedIds(graph);
  const layout = layouts.get(numbered) ?? layOut(numbered);
  layouts.delete(numbered);
  layouts.set(numbered, layout);
  const [oldest] = layouts.keys();
  if (layouts.size > CAPACITY && oldest !== undefined) layouts.delete(oldest);
  try {
    return withIds(await layout, ids);
  } catch (error) {
    layouts.delete(numbered);
    throw error;
  }
}

/** ELK's CommonJS default export may be wrapped, depending on the bundler. */
async function layOut(numbered: string): Promise<string> {
  const loaded: { default: unknown } = await import('elkjs/lib/elk.bundled.js');
  const inner = loaded.default;
  const found = typeof inner === 'function' ? inner : (inner as { default: unknown }).default;
  const done = await new (found as ElkConstructor)().layout(JSON.parse(numbered) as ElkNode);
  // Drops ELK's internal object numbers, which differ on each run.
  return JSON.stringify(done, (key, value: unknown) => (key === '$H' ? undefined : value));
}

/**
 * Serializes the graph with its ids replaced by `#0`, `#1`… in order of first appearance. Ids are recognized by their
 * kind prefix.
 */
function withNumberedIds(graph: ElkNode): { numbered: string; ids: readonly string[] } {
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
