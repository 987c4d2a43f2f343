/**
 * Parser of the notation for the steps of a flow. One line is one step; `print.ts` prints the same notation.
 *
 *     flow     = { line } ;
 *     line     = indent , [ step | path | details | comment ] , newline ;
 *     step     = message | action | remark | subflow | branch | general ;
 *     message  = name , ( "->" | "-->" ) , name , [ "via" , name ] , [ ":" , text ] ;
 *     action   = name , ":" , [ text ] ;
 *     remark   = ( "note" | "introduction" | "conclusion" ) , [ "over" , name , [ "," , name ] ] , [ ":" , text ] ;
 *     subflow  = "flow" , name , [ ":" , text ] ;
 *     branch   = ( "alt" | "par" ) , [ ":" , text ] ;
 *     path     = "path" , ":" , [ text ] ;
 *     general  = "[" , type , "]" , { ( "from" | "to" | "via" | "flow" ) , name } , [ ":" , text ] ;
 *     details  = "|" , [ " " ] , text ;
 *     comment  = "#" , { character } ;
 *     name     = quoted | plain ;
 *     text     = quoted | { character } ;
 *     type     = quoted | { letter | digit | "-" | "_" } ;
 *     quoted   = a string of JSON ;
 *
 * `->` is a message, `-->` a reply. A step belongs to the nearest line above that is indented less: a step or a path. A path
 * belongs to a step. Details belong to the step above. `plain` contains no colon, no arrow, no "via" as a word, and no
 * comma after "over"; it starts neither with a quote nor with the first word of another line. `→` is read as `->`.
 */

import { type LexedLine, lexLine, type Token, textOf } from './lexer.js';
import { KEYWORDS, type NotationProblem, type NotedPath, type NotedStep, PATH } from './types.js';

type Open<T> = { -readonly [K in keyof T]: T[K] };
/** A step whose children are still being read. */
type OpenStep = Open<Omit<NotedStep, 'inner' | 'paths'>> & { inner: OpenStep[]; paths: OpenPath[] };
type OpenPath = Open<Omit<NotedPath, 'steps'>> & { steps: OpenStep[] };

/** Fields of a step from its own line. */
type Head = Pick<NotedStep, 'type' | 'origin' | 'target' | 'via' | 'flow'>;

interface Level {
  indent: number;
  of: { kind: 'step'; step: OpenStep } | { kind: 'path'; path: OpenPath } | { kind: 'invalid' };
}

const TAB = 8;

/** Parses the notation. `problems` contains every invalid line; the steps are complete only without problems. */
export function parseNotation(source: string): { steps: NotedStep[]; problems: NotationProblem[] } {
  const steps: OpenStep[] = [];
  const problems: NotationProblem[] = [];
  const levels: Level[] = [];
  for (const [index, raw] of source
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    const content = raw.trim();
    if (content === '' || content.startsWith('#')) continue;
    const number = index + 1;
    const indent = widthOf(raw.slice(0, raw.length - raw.trimStart().length));
    try {
      if (content.startsWith('|')) {
        addDetails(levels, raw.slice(raw.indexOf('|') + 1).replace(/\r$/, ''));
        continue;
      }
      const dropped = closeLevels(levels, indent);
      if (dropped !== undefined && levels.length > 0 && dropped > indent)
        throw new SyntaxError('its indentation matches no line above');
      levels.push({ indent, of: openLine(content, number, steps, levels.at(-1)) });
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      problems.push({ line: number, message: error.message });
      closeLevels(levels, indent);
      levels.push({ indent, of: { kind: 'invalid' } });
    }
  }
  return { steps, problems };
}

function widthOf(space: string): number {
  let width = 0;
  for (const character of space) width += character === '\t' ? TAB - (width % TAB) : 1;
  return width;
}

/** Removes the levels that the indentation ends; returns the indentation of the outermost one if it does not match. */
function closeLevels(levels: Level[], indent: number): number | undefined {
  let last: Level | undefined;
  while ((levels.at(-1)?.indent ?? -1) >= indent) last = levels.pop();
  return last?.indent;
}

/** Parses a line and adds it to what it belongs to. */
function openLine(content: string, line: number, steps: OpenStep[], above: Level | undefined): Level['of'] {
  if (content.startsWith('[')) return addStep(generalStep(content), line, steps, above);
  const lexed = lexLine(content);
  const [first] = lexed.tokens;
  if (first?.kind !== 'word' || first.text !== PATH || lexed.tokens.some(isArrow))
    return addStep({ ...headOf(content, lexed), text: lexed.text ?? '' }, line, steps, above);
  expectText(lexed, `${PATH}: NAME`);
  const path: OpenPath = { name: lexed.text ?? '', steps: [] };
  if (above?.of.kind === 'step') above.of.step.paths.push(path);
  else if (above?.of.kind !== 'invalid')
    throw new SyntaxError('a path must be indented below a step such as "alt" or "par"');
  return { kind: 'path', path };
}

function addStep(
  fields: Head & Pick<NotedStep, 'text'>,
  line: number,
  steps: OpenStep[],
  above: Level | undefined,
): Level['of'] {
  const step: OpenStep = { ...fields, inner: [], paths: [], line };
  if (above === undefined) steps.push(step);
  else if (above.of.kind === 'step') above.of.step.inner.push(step);
  else if (above.of.kind === 'path') above.of.path.steps.push(step);
  return { kind: 'step', step };
}

function addDetails(levels: readonly Level[], text: string): void {
  const of = levels.at(-1)?.of;
  if (of?.kind === 'invalid') return;
  if (of?.kind !== 'step') throw new SyntaxError('details must follow a step');
  const line = text.startsWith(' ') ? text.slice(1) : text;
  const read = line.startsWith('"') ? textOf(line) : line.trimEnd();
  of.step.details = of.step.details === undefined ? read : `${of.step.details}\n${read}`;
}

const isArrow = ({ kind }: Token): boolean => kind === 'arrow' || kind === 'reply';

function headOf(content: string, lexed: LexedLine): Head {
  const { tokens, text } = lexed;
  if (tokens.some(isArrow)) return messageHead(content, tokens);
  const [first, ...rest] = tokens;
  if (first === undefined) throw new SyntaxError('a name is missing before the colon');
  const type =
    first.kind === 'word' && Object.hasOwn(KEYWORDS, first.text) ? KEYWORDS[first.text] : undefined;
  if (type !== undefined) return keywordHead(content, { word: first.text, type, rest, lexed });
  if (text === undefined)
    throw new SyntaxError('it is not a step; write "A -> B: text", or "A: text" for an action of A itself');
  return { type: 'self-action', origin: nameOf(content, tokens) };
}

function messageHead(content: string, tokens: readonly Token[]): Head {
  const at = tokens.findIndex(isArrow);
  if (tokens.slice(at + 1).some(isArrow))
    throw new SyntaxError('it has several arrows; write one step for each, or quote a name with an arrow');
  const after = tokens.slice(at + 1);
  const via = after.findIndex((it) => it.kind === 'word' && it.text === 'via');
  return {
    type: tokens[at]?.kind === 'reply' ? 'reply' : 'outgoing',
    origin: nameOf(content, tokens.slice(0, at)),
    target: nameOf(content, via === -1 ? after : after.slice(0, via)),
    ...(via !== -1 && { via: nameOf(content, after.slice(via + 1)) }),
  };
}

function keywordHead(
  content: string,
  { word, type, rest, lexed }: { word: string; type: string; rest: readonly Token[]; lexed: LexedLine },
): Head {
  if (type === 'subflow') return { type, flow: nameOf(content, rest) };
  const [over, ...names] = rest;
  if (over === undefined) return { type };
  const isRemark = type !== 'alternate-path' && type !== 'parallel-path';
  if (!isRemark || over.kind !== 'word' || over.text !== 'over') {
    expectText(lexed, isRemark ? `${word}: TEXT", or "${word} over NAME: TEXT` : `${word}: TEXT`);
  }
  const comma = names.findIndex(({ kind }) => kind === 'comma');
  if (comma === -1) return { type, origin: nameOf(content, names) };
  const [origin, target] = [names.slice(0, comma), names.slice(comma + 1)];
  if (target.some(({ kind }) => kind === 'comma'))
    throw new SyntaxError('a note is over one or two objects; quote a name with a comma');
  return { type, origin: nameOf(content, origin), target: nameOf(content, target) };
}

const PARTS: Readonly<Record<string, 'origin' | 'target' | 'via' | 'flow'>> = {
  from: 'origin',
  to: 'target',
  via: 'via',
  flow: 'flow',
};

/** A step such as `[TYPE] from A to B via C flow D: TEXT`. */
function generalStep(content: string): Head & Pick<NotedStep, 'text'> {
  const [all, type = ''] = /^\[\s*("(?:[^"\\]|\\.)*"|[\w-]+)\s*\]/.exec(content) ?? [];
  if (all === undefined) throw new SyntaxError('write the type of a step as [TYPE]');
  const rest = content.slice(all.length);
  const { tokens, text = '' } = lexLine(rest);
  const fields: Open<Head> & { text: string } = { type: textOf(type), text };
  const starts = tokens.flatMap((it, at) =>
    it.kind === 'word' && Object.hasOwn(PARTS, it.text) ? [at] : [],
  );
  if (tokens.length > 0 && starts[0] !== 0)
    throw new SyntaxError('after [TYPE], write from, to, via or flow before each name');
  for (const [index, at] of starts.entries()) {
    const word = tokens[at]?.text ?? '';
    const field = PARTS[word] ?? 'origin';
    if (fields[field] !== undefined) throw new SyntaxError(`"${word}" occurs twice`);
    fields[field] = nameOf(rest, tokens.slice(at + 1, starts[index + 1]));
  }
  return fields;
}

/** The name that tokens consist of: one quoted text, or several words. */
function nameOf(source: string, tokens: readonly Token[]): string {
  const [first, ...more] = tokens;
  const last = tokens.at(-1);
  if (first === undefined || last === undefined) throw new SyntaxError('a name is missing');
  if (first.kind !== 'quoted') return source.slice(first.start, last.end);
  if (more.length > 0) throw new SyntaxError('a quoted name is followed by more text; quote the whole name');
  return first.text;
}

/** Rejects words before the colon. */
function expectText({ tokens, text }: LexedLine, form: string): void {
  if (tokens.length > 1 || text === undefined) throw new SyntaxError(`write "${form}"`);
}
