import { KINDS, type Kind, recordOf } from '../records.js';

/** Kinds that a kind refers to, itself left out. */
function targetsOf(kind: Kind): Set<string> {
  const { references = {}, entries = {}, pairs = {} } = recordOf(kind);
  const inEntries = Object.values(entries).flatMap((it) => Object.values(it.references ?? {}));
  const targets = [...Object.values(references), ...inEntries].map(({ to }) => to);
  const inPairs = Object.values(pairs).flatMap(({ key, value }) => [key, value]);
  return new Set([...targets, ...inPairs].filter((it) => it !== kind));
}

/** Kinds in an order in which each comes after those it refers to: the order to make them in, and backwards to delete. */
export function inOrder(kinds: readonly Kind[]): Kind[] {
  const ordered = new Set<Kind>();
  const visit = (kind: Kind, above: ReadonlySet<Kind>): void => {
    if (ordered.has(kind) || above.has(kind)) return;
    const targets = targetsOf(kind);
    for (const it of kinds) if (targets.has(it)) visit(it, new Set([...above, kind]));
    ordered.add(kind);
  };
  for (const kind of kinds) visit(kind, new Set());
  return [...ordered];
}

/** The kinds that make up a model, those that others refer to first: what a snapshot freezes. */
export const MODEL_KINDS: readonly Kind[] = inOrder(KINDS.filter((kind) => recordOf(kind).isModel));

/** Every kind that a version holds, those that others refer to first. */
export const VERSION_KINDS: readonly Kind[] = inOrder(
  KINDS.filter((kind) => recordOf(kind).owner === 'version'),
);
