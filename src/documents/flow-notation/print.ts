import { isDangerous, jsonSafe } from '../../base/text/escape.js';
import { KEYWORDS, type NotedPath, type NotedStep, PATH } from './types.js';

/** Prints steps in the notation of `parse.ts`, one per line. Empty for no steps. */
export function printNotation(steps: readonly NotedStep[]): string {
  return linesOf(steps, '')
    .map((line) => `${line}\n`)
    .join('');
}

const linesOf = (steps: readonly NotedStep[], indent: string): string[] =>
  steps.flatMap((step) => [
    `${indent}${headOf(step)}${step.text === '' ? '' : ` ${quotedText(step.text)}`}`,
    ...(step.details === undefined
      ? []
      : step.details.split('\n').map((line) => `${indent}  |${quotedLine(line)}`)),
    ...linesOf(step.inner, `${indent}  `),
    ...step.paths.flatMap((path) => pathLines(path, `${indent}  `)),
  ]);

const pathLines = ({ name, steps }: NotedPath, indent: string): string[] => [
  `${indent}${PATH}:${name === '' ? '' : ` ${quotedText(name)}`}`,
  ...linesOf(steps, `${indent}  `),
];

const WORDS = new Map(Object.entries(KEYWORDS).map(([word, type]) => [type, word]));

/** The step up to its colon. A colon without a text is left out if the line is a message. */
function headOf(step: NotedStep): string {
  const { type, origin, target, via, flow, text } = step;
  const colon = text === '' ? '' : ':';
  const isMessage = type === 'outgoing' || type === 'reply';
  if (isMessage && origin !== undefined && target !== undefined && flow === undefined) {
    const arrow = type === 'reply' ? '-->' : '->';
    const passing = via === undefined ? '' : ` via ${quotedName(via)}`;
    return `${quotedName(origin)} ${arrow} ${quotedName(target)}${passing}${colon}`;
  }
  const word = WORDS.get(type);
  const isBare = via === undefined && (target === undefined || origin !== undefined);
  if (isBare && flow === undefined) {
    if (type === 'self-action' && origin !== undefined && target === undefined)
      return `${quotedName(origin)}:`;
    if (type === 'alternate-path' || type === 'parallel-path') {
      if (origin === undefined) return `${word}${colon}`;
    } else if (word !== undefined && type !== 'subflow') {
      const ends = [origin, target].flatMap((it) => (it === undefined ? [] : [quotedName(it)]));
      return `${word}${ends.length > 0 ? ` over ${ends.join(', ')}` : ''}${colon}`;
    }
  }
  if (isBare && type === 'subflow' && flow !== undefined && origin === undefined)
    return `${word} ${quotedName(flow)}${colon}`;
  return `${generalHead(step)}${colon}`;
}

/** `[TYPE] from "A" to "B" via "C" flow "D"`, for steps with unusual fields. */
function generalHead({ type, origin, target, via, flow }: NotedStep): string {
  const parts = Object.entries({ from: origin, to: target, via, flow }).flatMap(([word, name]) =>
    name === undefined ? [] : [`${word} ${quoted(name)}`],
  );
  return [`[${/^[\w-]+$/.test(type) ? type : quoted(type)}]`, ...parts].join(' ');
}

const quoted = (text: string): string => jsonSafe(JSON.stringify(text));

const isSafe = (text: string): boolean =>
  text !== '' && text.trim() === text && !text.startsWith('"') && !isDangerous(text);

/** A name as one token: quoted if it contains a symbol or a word of the grammar. */
function quotedName(name: string): string {
  const [first = ''] = name.split(/\s/);
  const isPlain =
    isSafe(name) &&
    !/[:,"→]|->|^[#[|]|(?:^|\s)via(?:\s|$)/.test(name) &&
    !name.endsWith('-') &&
    first !== PATH &&
    !Object.hasOwn(KEYWORDS, first);
  return isPlain ? name : quoted(name);
}

const quotedText = (text: string): string => (isSafe(text) ? text : quoted(text));

/** A line of details: leading spaces stay, because Markdown indents code with them. */
const quotedLine = (line: string): string => {
  if (line === '') return '';
  return isSafe(line.trimStart()) && line.trimEnd() === line && !isDangerous(line)
    ? ` ${line}`
    : ` ${quoted(line)}`;
};
