import type { ELK, ElkNode } from 'elkjs/lib/elk-api.js';

type ElkConstructor = new () => Pick<ELK, 'layout'>;

/** Runs ELK in this thread; loads it at the first call. Its CommonJS default arrives wrapped or not, by bundler. */
export async function runElk(graph: ElkNode): Promise<ElkNode> {
  const loaded: { default: unknown } = await import('elkjs/lib/elk.bundled.js');
  const inner = loaded.default;
  const found = typeof inner === 'function' ? inner : (inner as { default: unknown }).default;
  return new (found as ElkConstructor)().layout(graph);
}
