import { MODEL_KINDS } from '../document/kinds.js';
import { changedParts, valueText } from './change-report.js';
import type { Detail } from './details.js';
import type { Change } from './diff.js';

/** One line about an element that differs: a changed value, or entries added to and removed from a list. */
export type DiffLine = { label: string } & (
  | { from: string; to: string }
  | { added: readonly string[]; removed: readonly string[] }
);

/** Differences of an element as lines for display. A changed position is one line for each drawn entry. */
export function linesOf(change: Change): DiffLine[] {
  if (change.change !== 'changed') return [];
  const parts = changedParts(change);
  const lines = new Map<string, { isList: boolean; parts: Detail[] }>();
  for (const part of parts) {
    const label = labelOf(part.path);
    const isList = isListed(change, part);
    const line = lines.get(label);
    if (line && line.isList === isList) line.parts.push(part);
    else lines.set(line ? part.path : label, { isList, parts: [part] });
  }
  return [...lines].map(([label, line]) =>
    line.isList ? listLine(label, line.parts) : valueLine(label, line.parts),
  );
}

const LAYOUT = /^(layout)\.\w+\.(.+)\.\w+$/;

const labelOf = (path: string): string => path.replace(LAYOUT, '$1 $2');

/** Whether the detail is an added or removed list entry: an id, or a drawn entry. */
function isListed({ kind }: Change, { path, from, to }: Detail): boolean {
  const shape = MODEL_KINDS[kind].fields[path]?.shape.is;
  return (shape === 'references' || shape === 'list') && (from === undefined || to === undefined);
}

function listLine(label: string, parts: readonly Detail[]): DiffLine {
  const words = (of: (part: Detail) => Detail['from']): string[] =>
    parts.flatMap((part) => (of(part) === undefined ? [] : [valueText(of(part))]));
  return { label, added: words(({ to }) => to), removed: words(({ from }) => from) };
}

function valueLine(label: string, parts: readonly Detail[]): DiffLine {
  const words = (of: (part: Detail) => Detail['from']): string => {
    if (!label.startsWith('layout ')) return parts.map((it) => valueText(of(it))).join(', ');
    return parts.map((it) => `${it.path.split('.').at(-1)} ${valueText(of(it))}`).join(', ');
  };
  return { label, from: words(({ from }) => from), to: words(({ to }) => to) };
}
