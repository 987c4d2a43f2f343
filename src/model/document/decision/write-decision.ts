import { join } from 'node:path';
import { usageError } from '../../../base/errors.js';
import { safeFileName } from '../../../base/files/file-names.js';
import { isSame } from '../../compare/same.js';
import { editFields, removeKey, setKey } from '../edit/edit-fields.js';
import type { Decision, Value } from '../element.js';
import { mergeLines } from '../format/merge-lines.js';
import { slugOf } from '../propose-ids.js';
import { pairLines, pairsOfFields } from '../yaml/print.js';
import { indentOf, openYaml, printYaml, removeFrame, restoreFrame, topOf } from '../yaml/yaml-file.js';
import { contentParts, numberPrefix, textIn, tidyText } from './decision-text.js';
import { DECISION_FIELDS, FRONT_FIELDS, FRONT_ORDER, RELATION_KEYS } from './fields.js';
import { type MarkdownFile, type ReadDecision, readDecision } from './read-decision.js';
import { listAt } from './references.js';
import { decisionsNamedIn } from './status.js';

/** Writes decisions to Markdown files: new ones in archctl's form, existing ones with only the changed parts replaced. */

/** Resolves a reference to the id of a decision. */
type Resolve = (reference: string) => string;

export const changedFields = (before: Decision, after: Decision): string[] =>
  Object.entries(DECISION_FIELDS).flatMap(([key, field]) =>
    isSame(before.fields[key], after.fields[key], field) ? [] : [key],
  );

/** The file of a new decision. @param isTaken Whether a path is in use; the number of a decision may be, too. */
export function newDecision(
  folder: string,
  decision: Decision,
  isTaken: (path: string) => boolean,
): MarkdownFile {
  const { number, id } = decision;
  const slug = safeFileName(id, 'decision');
  const stem = number === undefined ? slug : `${String(number).padStart(4, '0')}-${slug}`;
  let path = join(folder, `${stem}.md`);
  for (let at = 2; isTaken(path); at += 1) path = join(folder, `${stem}-${at}.md`);
  return { path, text: newText(path, decision) };
}

function newText(path: string, decision: Decision): string {
  const { name = '', content = '', status = 'draft' } = decision.fields;
  const heading = String(name).replace(/\s+/g, ' ').trim();
  const make = (title: string | undefined): string => {
    const front = [
      ...pairLines(['id', decision.id], ''),
      ...(decision.number === undefined ? [] : pairLines(['number', decision.number], '')),
      ...(decision.handleId === undefined ? [] : pairLines(['handle', decision.handleId], '')),
      ...(title === undefined ? [] : pairLines(['title', title], '')),
      `status: ${String(status)}`,
      ...pairsOfFields(decision.fields, OTHERS).flatMap((pair) => pairLines(pair, '')),
    ];
    const body = content === '' ? [] : ['', String(content)];
    return `${['---', ...front, '---', '', `# ${heading}`, ...body].join('\n')}\n`;
  };
  const text = make(undefined);
  const isName = readDecision({ path, text }, [], NO_LIMIT())?.decision.fields.name === name;
  return isName ? text : make(String(name));
}

const NO_LIMIT = () => ({ marks: Number.MAX_SAFE_INTEGER });
const { status: STATUS, ...OTHERS } = FRONT_FIELDS;

interface Edit {
  from: number;
  to: number;
  text: string;
}

/**
 * Updates the file of a decision. Only changed parts are replaced. @throws ArchctlError `usage` for a file that cannot
 * be read, or whose form cannot express the change.
 */
export function rewriteDecision(file: MarkdownFile, after: Decision, resolve: Resolve): MarkdownFile {
  const { text, frame } = removeFrame(file.text);
  const read = readDecision({ path: file.path, text }, [], NO_LIMIT());
  if (!read) throw unwritable(file);
  const before = resolved(read.decision, resolve);
  const changed = changedFields(before, after);
  if (changed.length === 0) return file;
  const edits = editsOf(text, read, before, after, changed, resolve);
  const written = edits
    .sort((a, b) => b.from - a.from || b.to - a.to)
    .reduce((now, { from, to, text: part }) => now.slice(0, from) + part + now.slice(to), text);
  const again = readDecision({ path: file.path, text: written }, [], NO_LIMIT());
  if (!again || changedFields(resolved(again.decision, resolve), after).length > 0) throw unwritable(file);
  return { path: file.path, text: restoreFrame(written, frame) };
}

const unwritable = ({ path }: MarkdownFile) =>
  usageError(`${path} cannot express a change of the decision, and was not overwritten.`, {
    hint: 'Correct the findings of `validate`, or move its status to front matter.',
  });

function resolved(decision: Decision, resolve: Resolve): Decision {
  const fields: Record<string, Value> = { ...decision.fields };
  for (const key of RELATION_KEYS)
    if (Array.isArray(fields[key])) fields[key] = (fields[key] as string[]).map(resolve);
  return { ...decision, fields };
}

function editsOf(
  text: string,
  read: ReadDecision,
  before: Decision,
  after: Decision,
  changed: readonly string[],
  resolve: Resolve,
): Edit[] {
  const edits: Edit[] = [];
  const { parts } = read;
  const front: Record<string, Value> = {};
  if (changed.includes('name')) {
    const name = String(after.fields.name ?? '');
    const isPlain = parts.title && !/\s{2,}|[\n\r]|^\s|\s$|#$/.test(name);
    const hasTitle = parts.title === undefined || textIn(text, parts.title) === '' || !isPlain;
    if (hasTitle || String(before.fields.name) !== withoutNumber(text, read)) front.title = name;
    else if (parts.title) {
      const from = parts.title.from + numberPrefix(textIn(text, parts.title), before.number).length;
      edits.push({ from, to: parts.title.to, text: name });
    }
  }
  const status = String(after.fields.status ?? 'draft');
  if (changed.includes('status')) {
    const edit = statusEdit(text, read, status);
    if (edit) edits.push(edit);
    else front.status = status;
  }
  if (changed.includes('content'))
    edits.push(...contentEdits(text, read, String(after.fields.content ?? '')));
  edits.push(...relationEdits(read, after, resolve));
  edits.push(...frontEdits(text, read, after, front, changed, resolve));
  return edits;
}

const withoutNumber = (text: string, { parts, decision }: ReadDecision): string => {
  const title = parts.title ? textIn(text, parts.title) : '';
  return title.slice(numberPrefix(title, decision.number).length);
};

/** The edit of the status section; undefined if the status is in front matter, or not written. */
function statusEdit(text: string, { parts }: ReadDecision, status: string): Edit | undefined {
  const { section } = parts;
  if (!section) return undefined;
  const word = `${status.charAt(0).toUpperCase()}${status.slice(1)}`;
  const { stated } = section;
  if (!stated) return { from: section.start, to: section.start, text: `\n${word}\n` };
  const relation = section.relations.find(({ from, to }) => from <= stated.from && stated.to <= to);
  if (relation) return { from: relation.from, to: relation.from, text: `${word}\n\n` };
  const isCapital = /^[A-Z]/.test(textIn(text, stated));
  return { from: stated.from, to: stated.to, text: isCapital ? word : status };
}

/** Replaces the text after the title; the status section stays. */
function contentEdits(text: string, { parts }: ReadDecision, content: string): Edit[] {
  const wanted = tidyText(content);
  const end = wanted === '' ? '' : `\n${wanted}\n`;
  const start = parts.title ? parts.afterTitle : parts.body;
  const { section } = parts;
  const lead = text[start - 1] === '\n' || start === 0 ? '' : '\n';
  if (!section) return [{ from: start, to: text.length, text: `${lead}${end}` }];
  const { before } = contentParts(text, parts);
  const keeps = before !== '' && (wanted === before || wanted.startsWith(`${before}\n`));
  const rest = keeps ? tidyText(wanted.slice(before.length)) : wanted;
  const isBlank = /\n\n$/.test(text.slice(0, section.to));
  const tail = rest === '' ? '' : `${isBlank ? '' : '\n'}${rest}\n`;
  return [
    ...(keeps || before === '' ? [] : [{ from: start, to: section.from, text: '\n' }]),
    { from: section.to, to: text.length, text: tail },
  ];
}

/** Removes lines of the status section about decisions that are no longer related. */
function relationEdits({ parts }: ReadDecision, after: Decision, resolve: Resolve): Edit[] {
  return (parts.section?.relations ?? []).flatMap(({ key, from, to, text }) => {
    const ids = decisionsNamedIn(text).map(resolve);
    const wantedIds = listAt(after, key);
    return ids.length === 0 || ids.some((id) => wantedIds.includes(id)) ? [] : [{ from, to, text: '' }];
  });
}

/** Edits the front matter, or adds one. */
function frontEdits(
  text: string,
  { parts, front, stated }: ReadDecision,
  after: Decision,
  own: Readonly<Record<string, Value>>,
  changed: readonly string[],
  resolve: Resolve,
): Edit[] {
  const before: Record<string, Value> = {};
  const wanted: Record<string, Value> = {};
  for (const key of Object.keys(OTHERS)) {
    const isRelation = RELATION_KEYS.some((it) => it === key);
    const was = front[key];
    const is = after.fields[key];
    if (was !== undefined) before[key] = isRelation ? (was as string[]).map(resolve) : was;
    if (!isRelation) {
      if (is !== undefined) wanted[key] = is;
      continue;
    }
    // A new status replaces the reference of "superseded by …" in front matter.
    const isReplaced = own.status !== undefined && parts.section === undefined;
    const elsewhere = isReplaced ? [] : (stated[key] ?? []).map(resolve);
    const missing = listAt(after, key).filter((id) => !elsewhere.includes(id));
    if (missing.length > 0) wanted[key] = missing;
  }
  const source = parts.front ? textIn(text, parts.front) : '';
  const yaml = openYaml({ path: '', text: source });
  const indent = indentOf(source);
  const printed = source.trim() === '' ? '' : printYaml(yaml, indent);
  const top = topOf(yaml);
  editFields(top, OTHERS, before, wanted, FRONT_ORDER);
  for (const [key, value] of Object.entries(own))
    setKey(top, key, value, { shape: { is: 'text' } }, FRONT_ORDER);
  if (changed.includes('status') && STATUS && own.status === undefined && parts.section)
    removeKey(top, 'status');
  const yamlText = top.items.length === 0 ? '' : printYaml(yaml, indent);
  if (yamlText === undefined || printed === undefined || yamlText === printed) return [];
  const merged =
    printed === ''
      ? yamlText
      : mergeLines(printed.split('\n'), source.split('\n'), yamlText.split('\n')).join('\n');
  if (parts.front) return [{ ...parts.front, text: merged }];
  return [{ from: 0, to: 0, text: `---\n${merged}---\n\n` }];
}

/** An id for a decision of the service, derived from its name. */
export const decisionId = (name: unknown): string => slugOf(typeof name === 'string' ? name : '', 'decision');
