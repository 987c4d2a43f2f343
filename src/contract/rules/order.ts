import { KINDS, type Kind, recordOf } from '../records.js';

/** Kinds that a kind refers to, except itself. */
function targetsOf(kind: Kind): Set<string> {
  const { references = {}, entries = {}, pairs = {} } = recordOf(kind);
  const inEntries = Object.values(entries).flatMap((it) => Object.values(it.references ?? {}));
  const targets = [...Object.values(references), ...inEntries].map(({ to }) => to);
  const inPairs = Object.values(pairs).flatMap(({ key, value }) => [key, value]);
  return new Set([...targets, ...inPairs].filter((it) => it !== kind));
}

/** Topological sort: each kind comes after the kinds it refers to. Create in this order, delete in reverse. */
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

/** Kinds of the model, referenced kinds first: the content of a snapshot. */
export const MODEL_KINDS: readonly Kind[] = inOrder(KINDS.filter((kind) => recordOf(kind).isModel));

/** All kinds that belong to a version, referenced kinds first. */
export const VERSION_KINDS: readonly Kind[] = inOrder(
  KINDS.filter((kind) => recordOf(kind).owner === 'version'),
);
