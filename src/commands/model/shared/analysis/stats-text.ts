import { pluralize } from '../../../../base/text/words.js';
import type { MissingCount, ModelStats, ObjectSummary } from '../../../../model/analysis/stats.js';
import { fitLine } from '../../../../terminal/change-text.js';
import { inWidth, type Piece } from '../../../../terminal/line.js';
import type { LineContext } from '../../../../terminal/types.js';
import { displayWidth, truncate } from '../../../../terminal/width.js';

/** Maximum length of a list; other formats list everything. */
const SHOWN = 10;

/** A section: a heading, and rows or sentences below it. */
export interface StatsPart {
  heading: string;
  rows: readonly Bar[];
  /** Value of a full bar, if it is not the greatest count. */
  most?: number;
  lines: readonly string[];
}

const MISSING_INFORMATION: Readonly<Record<keyof ModelStats['missing'], string>> = {
  description: 'description',
  caption: 'caption',
  owner: 'team (systems, apps, stores)',
  technology: 'technology (apps, stores, components)',
  connectionTechnology: 'technology (connections)',
};

/** Title with the name of the model and its size. */
export const titleOf = ({ landscape, counts }: ModelStats, typed: string): string => {
  const { objects = 0, connections = 0, diagrams = 0, flows = 0 } = counts;
  const numbers = [
    pluralize(objects, 'object'),
    pluralize(connections, 'connection'),
    pluralize(diagrams, 'diagram'),
    pluralize(flows, 'flow'),
  ];
  return `${landscape ?? typed}: ${numbers.join(', ')}`;
};

/** All sections without zero counts. Texts of the model are not escaped yet. */
export function partsOf(stats: ModelStats): StatsPart[] {
  const { objects, mostConnected, coupling, cycles, orphans, technologies } = stats;
  const parts: StatsPart[] = [
    part('Objects by type', countRows(objects.byType)),
    part('Objects by status', countRows(objects.byStatus)),
    part(
      'Objects by domain',
      objects.byDomain.map(({ name, objects: count }) => ({ label: name || 'none', count })),
    ),
    part('Connections by direction', countRows(stats.connections.byDirection)),
    part('Connections by status', countRows(stats.connections.byStatus)),
    part(
      'Most connected',
      mostConnected.map(({ name, type, connections, in: into, out }) => ({
        label: name,
        count: connections,
        more: `${type}, ${into} in, ${out} out`,
      })),
    ),
    part(
      'Between systems',
      coupling.map(({ origin, target, connections }) => ({
        label: `${origin.name} → ${target.name}`,
        count: connections,
      })),
    ),
    part('Cycles', [], [...cycleLines('systems', cycles.systems), ...cycleLines('apps', cycles.apps)]),
    part('Without connections', [], cut(orphans.map(({ name, type }) => `${name} (${type})`))),
    part(
      'Technologies',
      technologies.map(({ technology, objects: own, connections }) => ({
        label: technology,
        count: own + connections,
        more: `${pluralize(own, 'object')}, ${pluralize(connections, 'connection')}`,
      })),
    ),
    ...missingParts(stats.missing),
  ];
  return parts.filter(({ rows, lines }) => rows.length + lines.length > 0);
}

/** Formats the sections for a terminal. */
export function drawStats(title: string, stats: ModelStats, line: LineContext): string {
  const { palette, safe } = line;
  const parts = partsOf(stats).flatMap(({ heading, rows, lines, most }) => [
    '',
    palette.bold(heading),
    ...bars(rows, line, most),
    ...lines.map((it) => fitLine([{ text: `  ${safe(it)}` }], line)),
  ]);
  return [fitLine([{ text: safe(title), paint: palette.bold }], line), ...parts].join('\n');
}

const countRows = (counts: Readonly<Record<string, number>>): Bar[] =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([label, count]) => ({ label: label === '' ? 'none' : label, count }));

function part(heading: string, rows: readonly Bar[], lines: readonly string[] = []): StatsPart {
  const hiddenCount = rows.length - SHOWN;
  const more = hiddenCount > 0 ? [`… and ${hiddenCount} more; -o json lists all`] : [];
  return { heading, rows: rows.slice(0, SHOWN), lines: [...lines, ...more] };
}

const cut = (lines: readonly string[]): string[] =>
  lines.length > SHOWN
    ? [...lines.slice(0, SHOWN), `… and ${lines.length - SHOWN} more; -o json lists all`]
    : [...lines];

const cycleLines = (among: string, found: readonly (readonly ObjectSummary[])[]): string[] =>
  cut(found.map((way) => `${among}: ${[...way, ...way.slice(0, 1)].map(({ name }) => name).join(' → ')}`));

/** Share of missing fields among the elements that should have them. */
function missingParts(missing: ModelStats['missing']): StatsPart[] {
  const entries = Object.entries(missing) as [keyof typeof missing, MissingCount][];
  const rows = entries
    .filter(([, it]) => it.missing > 0)
    .map(([key, { missing: count, of }]) => ({
      label: MISSING_INFORMATION[key],
      count: Math.round((100 * count) / of),
      more: `${count} of ${of}`,
    }));
  const lines = rows.length > 0 ? ['list the elements with --missing description, for example'] : [];
  return [{ heading: 'Missing, in percent', rows, most: 100, lines }];
}

/** Bar charts for people: aligned numbers, with proportional bars on a terminal. */

interface Bar {
  label: string;
  count: number;
  /** Text after the number: `7 in, 3 out`. */
  more?: string;
}

const WIDEST_BAR = 24;
const NARROWEST_BAR = 6;
/** Margin before labels and between columns. */
const GAP = 2;

/**
 * Rows of a section, at most as wide as the terminal. Labels are truncated first; bars are left out if they do not fit.
 *
 * @param most Value of a full bar (default: the greatest count).
 */
function bars(
  rows: readonly Bar[],
  line: LineContext,
  most = rows.reduce((top, { count }) => Math.max(top, count), 0),
): string[] {
  const { interactive, width } = line;
  const numbers = columnOf(rows.map(({ count }) => String(count)));
  const mores = columnOf(rows.map(({ more = '' }) => line.safe(more)));
  const taken = GAP + GAP + numbers.width + (mores.width > 0 ? GAP + mores.width : 0);
  const labels = rows.map(({ label }) => line.safe(label));
  const wanted = columnOf(labels).width;
  const room = interactive ? Math.max(8, width - taken - GAP - NARROWEST_BAR) : Number.POSITIVE_INFINITY;
  const names = columnOf(labels.map((it) => (interactive ? truncate(it, room) : it)));
  const bar = Math.min(WIDEST_BAR, width - taken - GAP - Math.min(wanted, room));
  const { palette } = line;
  return rows.map(({ count }, at) => {
    const full = interactive && bar >= NARROWEST_BAR && most > 0 ? barOf(count / most, bar) : '';
    const drawn = mores.width === 0 || full === '' ? full : full.padEnd(bar);
    const pieces: Piece[] = [
      { text: `  ${names.left(at)}  ${numbers.right(at)}` },
      { text: drawn === '' ? '' : `  ${drawn}`, paint: palette.cyan },
      { text: mores.width === 0 ? '' : `  ${mores.left(at).trimEnd()}`, paint: palette.dim },
    ];
    return inWidth(pieces, interactive ? width : Number.POSITIVE_INFINITY).trimEnd();
  });
}

const EIGHTHS = ' ▏▎▍▌▋▊▉';

/** A bar in eighths of a cell; values above zero are always visible. */
function barOf(part: number, width: number): string {
  const eighths = part === 0 ? 0 : Math.max(1, Math.round(Math.min(1, part) * width * 8));
  const full = Math.floor(eighths / 8);
  const rest = eighths % 8 === 0 ? '' : EIGHTHS.charAt(eighths % 8);
  return `${'█'.repeat(full)}${rest}`;
}

function columnOf(texts: readonly string[]) {
  const widths = texts.map((it) => displayWidth(it));
  const width = widths.reduce((most, it) => Math.max(most, it), 0);
  const space = (at: number): string => ' '.repeat(width - (widths[at] ?? 0));
  return {
    width,
    left: (at: number): string => `${texts[at] ?? ''}${space(at)}`,
    right: (at: number): string => `${space(at)}${texts[at] ?? ''}`,
  };
}
