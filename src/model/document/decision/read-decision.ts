import { basename } from 'node:path';
import type { Decision, Place, Places, Value } from '../element.js';
import { errorFinding, type Finding } from '../finding.js';
import { slugOf } from '../propose-ids.js';
import { fieldsOf, placeOf, placesOf, type Reading, readValue, report, resolveAlias } from '../yaml/node.js';
import { type MarkBudget, parseFile } from '../yaml/parse.js';
import { pathParts } from '../yaml/places.js';
import { isMap, isScalar, type MapNode, type ScalarNode } from '../yaml/tree.js';
import {
  contentOf,
  type DecisionText,
  numberPrefix,
  partsOfText,
  type Range,
  textIn,
} from './decision-text.js';
import { FILE_ONLY_KEYS, FRONT_FIELDS, OWN_FRONT_KEYS, RELATION_KEYS } from './fields.js';
import { DECISION_STATUSES, type DecisionStatus, decisionsNamedIn, readStatus } from './status.js';

/** Reads a decision from a Markdown file in archctl's form, in MADR, or in Nygard's form. */

export interface MarkdownFile {
  path: string;
  text: string;
}

/** Maximum length of a file in characters; the service accepts texts of 100,000. */
const MAX_LENGTH = 1_000_000;
/** Maximum length of the front matter in characters. */
const MAX_FRONT_LENGTH = 64_000;

/** A decision with the parts of its file. */
export interface ReadDecision {
  decision: Decision;
  parts: DecisionText;
  /** Fields that the front matter sets; references are unresolved. */
  front: Readonly<Record<string, Value>>;
  /** References of the status section or of the front matter status, by key. */
  stated: Readonly<Record<string, readonly string[]>>;
}

/** Reads a file; returns undefined and adds findings if it cannot be read. */
export function readDecision(
  file: MarkdownFile,
  findings: Finding[],
  budget: MarkBudget,
): ReadDecision | undefined {
  const parts = partsOfText(file.text);
  const problem = unreadable(file, parts);
  if (problem) {
    findings.push(problem);
    return undefined;
  }
  const front = readFront(file, parts, findings, budget);
  if (!front) return undefined;
  const named = nameParts(file.path);
  const number = numberOf(front, file, findings) ?? named.number;
  const title = titleOf(front, parts, file, number);
  if (title === '')
    findings.push(
      errorFinding('decision/title', 'The decision has no title.', placeOfRange(file, parts.title), TITLE),
    );
  const status = statusOf(front, parts, file, findings);
  const relations = Object.fromEntries(
    RELATION_KEYS.flatMap((key): [string, Value][] => {
      const own = front.fields[key];
      const all = [...(Array.isArray(own) ? (own as string[]) : []), ...(status.stated[key] ?? [])];
      return all.length > 0 ? [[key, [...new Set(all)]]] : [];
    }),
  );
  const content = contentOf(file.text, parts);
  const id = typeof front.id === 'string' && front.id !== '' ? front.id : named.id;
  const fields: Record<string, Value> = {
    ...(title !== '' && { name: title }),
    ...front.fields,
    ...relations,
    ...(content !== '' && { content }),
  };
  delete fields.status;
  if (status.status !== undefined && status.status !== 'draft') fields.status = status.status;
  return {
    decision: {
      kind: 'decision',
      id,
      ...(number !== undefined && { number }),
      fields,
      places: placesIn(file, parts, front.places),
      ...(front.ignores.length > 0 && { ignores: front.ignores }),
      ...(front.handle !== undefined && { handleId: front.handle }),
    },
    parts,
    front: front.fields,
    stated: status.stated,
  };
}

const TITLE = 'Add a heading: "# Use PostgreSQL".';

function unreadable({ path, text }: MarkdownFile, { isOpen, front }: DecisionText): Finding | undefined {
  const at = (from: number): Place => ({ file: path, from, to: from });
  if (text.length > MAX_LENGTH)
    return errorFinding('yaml/size', 'A decision can have at most 1,000,000 characters.', at(MAX_LENGTH));
  if (isOpen) return errorFinding('yaml/syntax', 'The front matter has no end: a line "---".', at(0));
  if (front && front.to - front.from > MAX_FRONT_LENGTH)
    return errorFinding('yaml/size', 'Front matter can have at most 64,000 characters.', at(front.from));
  return undefined;
}

/** Number and id of a file name: `0012-use-postgresql.md`. */
export function nameParts(path: string): { number?: number; id: string } {
  const name = basename(path).replace(/\.md$/i, '');
  const [, digits, rest = name] = /^(?:adr[-_ ]?)?(\d{1,9})(?:[-_. ]+(.*))?$/is.exec(name) ?? [];
  const id = slugOf(rest, slugOf(name, 'decision'));
  return { id, ...(digits !== undefined && { number: Number(digits) }) };
}

interface Front {
  fields: Record<string, Value>;
  ignores: readonly string[];
  id?: string;
  number?: string;
  handle?: string;
  title?: string;
  places?: Places;
  status?: string;
}

/** Reads the front matter; undefined if it cannot be parsed. */
function readFront(
  { path, text }: MarkdownFile,
  { front }: DecisionText,
  findings: Finding[],
  budget: MarkBudget,
): Front | undefined {
  if (!front) return { fields: {}, ignores: [] };
  // The text from the start of the file, so that offsets are those of the file.
  const reading = parseFile({ path, text: text.slice(0, front.to) }, findings, budget);
  if (!reading) return undefined;
  const map = resolveAlias(reading, reading.root);
  if (map === undefined || (isScalar(map) && map.value === null)) return { fields: {}, ignores: [] };
  if (!isMap(map)) {
    report(reading, map, 'schema/shape', 'Front matter must have fields, e.g. "status".');
    return { fields: {}, ignores: [] };
  }
  // Templates of decisions have fields without values.
  return frontOf({ ...reading, allowsNull: true }, map as MapNode);
}

function frontOf(reading: Reading, map: MapNode): Front {
  const own: Record<string, string> = {};
  for (const key of TEXTS) {
    const value = readValue(reading, { is: 'text' }, map.get(key, true), key);
    if (typeof value === 'string') own[key] = value;
  }
  const others = othersIn(map);
  for (const node of others) {
    const message = `${String(node.value)} is not a known field, and stays in the file.`;
    reading.findings.push({
      ...errorFinding('decision/unknown-key', message, placeOf(reading, node)),
      severity: 'warning',
    });
  }
  const known = [
    ...TEXTS,
    ...LISTS,
    'ignore',
    ...FILE_ONLY_KEYS,
    ...others.map(({ value }) => String(value)),
  ];
  const fields = fieldsOf(reading, OTHER_FIELDS, map, '', known);
  for (const key of LISTS) {
    const ids = readIds(reading, map, key);
    if (ids.length > 0) fields[key] = ids;
  }
  return { ...own, fields, ignores: readIds(reading, map, 'ignore'), places: placesOf(reading, map) };
}

/** Fields with a single text. */
const TEXTS = [...Object.keys(OWN_FRONT_KEYS), 'status'];
/** Fields with a list of ids; a single id is accepted as well. */
const LISTS = Object.entries(FRONT_FIELDS).flatMap(([key, { shape }]) =>
  shape.is === 'references' ? [key] : [],
);
const OTHER_FIELDS = Object.fromEntries(
  Object.entries(FRONT_FIELDS).filter(([key]) => !TEXTS.includes(key) && !LISTS.includes(key)),
);
const KNOWN = new Set([...TEXTS, ...LISTS, ...Object.keys(OTHER_FIELDS), 'ignore', ...FILE_ONLY_KEYS]);

/** Keys that archctl does not know: other tools may use them, but a typing error would have no effect. */
const othersIn = (map: MapNode): ScalarNode[] =>
  map.items.flatMap(({ key }) => (isScalar(key) && !KNOWN.has(String(key.value)) ? [key] : []));

function readIds(reading: Reading, map: MapNode, key: string): string[] {
  const node = resolveAlias(reading, map.get(key, true));
  const shape = isScalar(node) ? ({ is: 'text' } as const) : ({ is: 'references', to: 'object' } as const);
  return [readValue(reading, shape, node, key) ?? []].flat() as string[];
}

/** The number in front matter; reports one that is not a positive integer. */
function numberOf({ number, places }: Front, file: MarkdownFile, findings: Finding[]): number | undefined {
  if (number === undefined) return undefined;
  if (/^\d{1,9}$/.test(number)) return Number(number);
  const place = places?.field('number') ?? { file: file.path, from: 0, to: 0 };
  findings.push(errorFinding('schema/shape', 'number must be a positive integer.', place));
  return undefined;
}

/** The title without its number: `# 12. Use PostgreSQL`, `# ADR-0012: Use PostgreSQL`. */
function titleOf(front: Front, { title }: DecisionText, { text }: MarkdownFile, number?: number): string {
  if (front.title !== undefined) return front.title;
  const whole = title ? textIn(text, title) : '';
  return whole.slice(numberPrefix(whole, number).length);
}

const placeOfRange = ({ path }: MarkdownFile, range: Range | undefined): Place => ({
  file: path,
  from: range?.from ?? 0,
  to: range?.to ?? 0,
});

interface ReadStatus {
  status: DecisionStatus | undefined;
  stated: Record<string, readonly string[]>;
}

/** The status of the front matter or of the status section, with the decisions that it refers to. */
function statusOf(front: Front, parts: DecisionText, file: MarkdownFile, findings: Finding[]): ReadStatus {
  const { section } = parts;
  if (front.status !== undefined) {
    const { status, supersededBy } = readStatus(front.status);
    if (status === undefined)
      findings.push(
        unknownStatus(front.status, front.places?.field('status') ?? placeOfRange(file, undefined)),
      );
    return { status, stated: supersededBy.length > 0 ? { 'superseded-by': supersededBy } : {} };
  }
  const stated: Record<string, string[]> = {};
  for (const { key, text } of section?.relations ?? [])
    stated[key] = [...(stated[key] ?? []), ...decisionsNamedIn(text)];
  if (section?.stated && section.stated.status === undefined)
    findings.push(unknownStatus(textIn(file.text, section.stated), placeOfRange(file, section.stated)));
  if (!section?.stated) {
    const message = 'The decision has no status, and counts as a draft.';
    findings.push({
      ...errorFinding(
        'decision/no-status',
        message,
        placeOfRange(file, parts.title),
        'Add "status: accepted".',
      ),
      severity: 'warning',
    });
  }
  return { status: section?.stated?.status, stated };
}

const unknownStatus = (status: string, place: Place): Finding =>
  errorFinding(
    'schema/choice',
    `status cannot be "${status.slice(0, 60)}".`,
    place,
    `Valid values: ${DECISION_STATUSES.join(', ')}.`,
  );

/** Source locations: those of the front matter, of the title, and of the status section. */
function placesIn(file: MarkdownFile, parts: DecisionText, front: Places | undefined): Places {
  const title = placeOfRange(file, parts.title);
  const own: Record<string, Range | undefined> = {
    name: parts.title,
    content: parts.title,
    status: parts.section?.stated,
    ...Object.fromEntries(
      (parts.section?.relations ?? []).map(({ key, from, to }) => [key, { from, to: to - 1 }]),
    ),
  };
  return {
    whole: title,
    field(path) {
      const found = front?.field(path);
      if (found) return found;
      const range = own[String(pathParts(path)[0])];
      return range && placeOfRange(file, range);
    },
  };
}
