import { readStatus, type WrittenStatus } from './status.js';

/**
 * Parts of the Markdown file of a decision, as ranges of its text.
 *
 * ```ebnf
 * file        = [ front-matter ], { line }, title, { line | status-section } ;
 * front-matter = "---", { YAML line }, "---" ;
 * title       = "# ", [ [ "ADR-" ], number, ( "." | ":" ) ], name ;
 * status-section = "## Status", { line } ;   (* up to the next heading of level 1 or 2; only without a status in front matter *)
 * ```
 */

export interface Range {
  from: number;
  to: number;
}

/** A line of the status section that relates the decision to others. */
export interface RelationLine extends Range {
  key: 'supersedes' | 'superseded-by' | 'related';
  text: string;
}

export interface StatusSection extends Range {
  /** Offset after the heading line. */
  start: number;
  /** The first status, with its range in the text. */
  stated?: WrittenStatus;
  relations: readonly RelationLine[];
}

export interface DecisionText {
  /** YAML between the front matter fences; `to` is after its last line break. */
  front?: Range;
  /** Whether the front matter has no end. */
  isOpen?: true;
  /** Offset of the Markdown after the front matter. */
  body: number;
  /** The whole title without the `#`. */
  title?: Range;
  /** Offset after the title line. */
  afterTitle: number;
  section?: StatusSection;
}

interface Line extends Range {
  /** Offset after the line break. */
  end: number;
  text: string;
}

function* linesOf(text: string, start: number): Generator<Line> {
  for (let from = start; from < text.length; ) {
    const at = text.indexOf('\n', from);
    const end = at === -1 ? text.length : at + 1;
    const line = text.slice(from, end).replace(/\r?\n$/, '');
    yield { from, to: from + line.length, end, text: line };
    from = end;
  }
}

const START = /^\ufeff?---[ \t]*\r?\n/;
const END = /^(?:---|\.\.\.)[ \t]*$/;
const STATUS_KEY = /^["']?status["']?[ \t]*:/m;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+|$)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

export function partsOfText(text: string): DecisionText {
  const parts = frontOf(text);
  if (parts.isOpen) return parts;
  const hasStatus = parts.front !== undefined && STATUS_KEY.test(textIn(text, parts.front));
  for (const line of headingsOf(text, parts.body)) {
    if (!parts.title) {
      if (line.level !== 1) continue;
      parts.title = line.title;
      parts.afterTitle = line.end;
    } else if (parts.section && parts.section.to === text.length && line.level <= 2) {
      parts.section.to = line.from;
    } else if (!hasStatus && !parts.section && line.level === 2 && /^status$/i.test(textIn(text, line.title)))
      parts.section = { from: line.from, start: line.end, to: text.length, relations: [] };
  }
  if (parts.section) readSection(text, parts.section);
  return parts;
}

export const textIn = (text: string, { from, to }: Range): string => text.slice(from, to);

function frontOf(text: string): DecisionText {
  const [start = ''] = START.exec(text) ?? [];
  const bom = text.startsWith('\ufeff') ? 1 : 0;
  if (start === '') return { body: bom, afterTitle: bom };
  for (const line of linesOf(text, start.length))
    if (END.test(line.text))
      return { front: { from: start.length, to: line.from }, body: line.end, afterTitle: line.end };
  return { front: { from: 0, to: text.length }, isOpen: true, body: text.length, afterTitle: text.length };
}

interface Heading extends Range {
  end: number;
  level: number;
  /** The text of the heading without its marks. */
  title: Range;
}

/** Headings outside code blocks. */
function* headingsOf(text: string, start: number): Generator<Heading> {
  let fence: string | undefined;
  for (const line of linesOf(text, start)) {
    const [, mark] = FENCE.exec(line.text) ?? [];
    if (mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark.startsWith(fence) && line.text.trim() === mark) fence = undefined;
      continue;
    }
    const [lead = '', marks = ''] = HEADING.exec(line.text) ?? [];
    if (fence !== undefined || marks === '') continue;
    const from = line.from + lead.length;
    const title = { from, to: from + withoutClosing(line.text.slice(lead.length)).length };
    yield { from: line.from, to: line.to, end: line.end, level: marks.length, title };
  }
}

/** The text of a heading without its closing sequence of `#`. */
function withoutClosing(heading: string): string {
  const words = heading.trimEnd();
  let at = words.length;
  while (words[at - 1] === '#') at -= 1;
  const isClosing = at < words.length && (at === 0 || /[ \t]/.test(words[at - 1] ?? ''));
  return isClosing ? words.slice(0, at).trimEnd() : words;
}

const RELATIONS: readonly (readonly [RegExp, RelationLine['key']])[] = [
  [/^\W*super[sc]edes\b/i, 'supersedes'],
  [/^\W*super[sc]eded\s+by\b/i, 'superseded-by'],
  // adr-tools writes links such as "Amends [2. Use queues](0002-use-queues.md)".
  [/^\W*[A-Za-z]+(?: by)? \[[^\]]*\]\([^()\s]+\.md\)/i, 'related'],
];

/** Reads the lines of a status section: the first status, and relations to other decisions. */
function readSection(text: string, section: StatusSection): void {
  const relations: RelationLine[] = [];
  for (const line of linesOf(text.slice(0, section.to), section.start)) {
    if (line.text.trim() === '') continue;
    const { from, to, ...stated } = readStatus(line.text);
    const found = RELATIONS.find(([pattern]) => pattern.test(line.text))?.[1];
    const key = found === 'related' && stated.status ? undefined : found;
    if (key) relations.push({ key, from: line.from, to: line.end, text: line.text });
    if (key && key !== 'superseded-by') continue;
    const isFirst = section.stated === undefined || (section.stated.status === undefined && stated.status);
    if (isFirst) section.stated = { ...stated, from: line.from + from, to: line.from + to };
  }
  section.relations = relations;
}

/** The number before a title, if it is that of the decision. */
export function numberPrefix(title: string, number: number | undefined): string {
  const [prefix = '', digits] = /^(?:ADR[- ]?)?(\d{1,9})[.:]?[ \t]+/i.exec(title) ?? [];
  const hasMark = /[.:][ \t]+$/.test(prefix) || /^ADR/i.test(prefix);
  return hasMark && Number(digits) === number ? prefix : '';
}

/** The text after the title, without the status section if that is the only statement of the status. */
export function contentOf(text: string, parts: DecisionText): string {
  const { before, after } = contentParts(text, parts);
  return tidyText([before, after].filter((it) => it.trim() !== '').join('\n\n'));
}

/** The text before and after the status section. */
export function contentParts(text: string, parts: DecisionText): { before: string; after: string } {
  const start = parts.title ? parts.afterTitle : parts.body;
  const { section } = parts;
  if (!section) return { before: tidyText(text.slice(start)), after: '' };
  return { before: tidyText(text.slice(start, section.from)), after: tidyText(text.slice(section.to)) };
}

/** A text with normalized line breaks, and without surrounding blank lines. */
export const tidyText = (text: string): string => withoutBlankStart(text.replace(/\r\n?/g, '\n')).trimEnd();

function withoutBlankStart(text: string): string {
  let start = 0;
  for (let at = 0; at < text.length && /\s/.test(text[at] ?? ''); at += 1)
    if (text[at] === '\n') start = at + 1;
  return text.slice(start);
}
