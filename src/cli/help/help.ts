import type { Example, Noun } from '../command/noun.js';
import { documentedInputs } from '../command/positional.js';
import { SCOPE_OPTIONS } from '../command/scope-options.js';
import { sharedOptions } from '../command/shared-options.js';
import type { AnyCommand, CommandEntry, FrontPage, NounEntry, Registry } from '../command/spec.js';
import type { Topic } from '../command/topic.js';
import type { ArgumentSpec } from '../command/value-spec.js';
import { describeOption, longChoices, optionRows, optionWord } from './option-rows.js';
import { type HelpStyle, rootWidthOf, twoColumns, widthOf, wrap, wrapCommand, wrapUnits } from './wrap.js';

/** Renders help texts. All levels end with options, examples and references. */

function exampleBlock(examples: readonly Example[], style: HelpStyle, width = widthOf(style)): string {
  const comment = (note: string): string =>
    wrap(note, width - 4)
      .split('\n')
      .map((part) => `  ${style.dim(`# ${part}`)}\n`)
      .join('');
  return examples.map(({ note, line }) => `${comment(note)}${wrapCommand(line, width)}`).join('\n');
}

/** The common ending of all help texts. */
function ending(examples: readonly Example[], seeAlso: string, style: HelpStyle): string[] {
  return [
    `${style.bold('Common options')}\n  ${wrap('-o FORMAT, -p NAME, --dry-run, --yes and more: archctl help options', widthOf(style), 2)}`,
    `${style.bold('Examples')}\n${exampleBlock(examples, style)}`,
    `${style.bold('See also')}\n${seeAlso}`,
  ];
}

/** Usage of a noun or of archctl. */
const usageBlock = (name: string, style: HelpStyle): string =>
  `${style.bold('Usage')}\n${['[options]', '--help']
    .map((end) => `  ${wrapUnits([name, '<command>', end], widthOf(style), 6)}`)
    .join('\n')}`;

const relatedLine = (related: readonly string[], width: number): string =>
  `  ${wrapUnits(
    related.map((it, index) => `archctl ${it}${index < related.length - 1 ? ',' : ''}`),
    width,
    2,
  )}`;

/** Nouns and single-word commands of a heading, in order. */
export const entriesInSection = <T extends { path: readonly string[]; section?: string }>(
  section: string,
  { nouns, commands }: { nouns: readonly T[]; commands: readonly T[] },
): T[] => [...nouns, ...commands].filter((it) => it.path.length === 1 && it.section === section);

/** `archctl --help` on one screen: the main words with summaries, the rest by name. */
export function rootHelp(version: string, registry: Registry, front: FrontPage, style: HelpStyle): string {
  const { bold, dim } = style;
  const { SECTIONS, MAIN, EXAMPLES } = front;
  const width = rootWidthOf(style);
  const pad = (word: string): string => word.padEnd(width < 60 ? 0 : 12);
  const sections = SECTIONS.map((title) => {
    const words = entriesInSection<CommandEntry | NounEntry>(title, registry).map(
      ({ path: [word = ''], summary }) => [word, summary] as const,
    );
    const others = words.filter(([word]) => !MAIN.includes(word)).map(([word]) => word);
    return { title, main: words.filter(([word]) => MAIN.includes(word)), others: others.join(', ') };
  });
  const shown = sections.filter(({ main }) => main.length > 0);
  const blocks = shown.map(({ title, main, others }) => {
    const rows = main.map(([word, summary]) => [pad(word), summary] as const);
    const also = others === '' ? [] : [[pad('also'), others] as const];
    return `${bold(title)}\n${twoColumns([...rows, ...also], width)}`;
  });
  const rest = sections.filter(({ main, others }) => main.length === 0 && others !== '');
  const topics = registry.topics.map(({ name }) => name);
  const readOn: [string, string][] = [
    ['archctl commands', 'All commands with summaries'],
    ['archctl help TOPIC', `Help on ${topics.join(', ')}`],
  ];
  return [
    `${bold('archctl')} ${dim(version)}\n${wrap('Manage software-architecture models from the terminal.', width)}`,
    `${bold('Usage')}\n  ${wrapUnits(['archctl', '<command>', '[options]'], width, 6)}`,
    ...blocks,
    `${bold('More')}\n${twoColumns(
      rest.map(({ title, others }) => [pad(title), others] as const),
      width,
    )}`,
    `${bold('Examples')}\n${exampleBlock(EXAMPLES, style, width)}`,
    `${bold('See also')}\n${twoColumns(readOn, width)}`,
  ].join('\n\n');
}

/** Position of a command in the declared order: after all words of it, commands before nested nouns. */
function rankIn(order: readonly string[], words: readonly string[]): number {
  const at = order.indexOf(words[0] ?? '');
  if (at !== -1) return at;
  return order.length + (words.length > 1 ? 1 : 0);
}

export function nounHelp(
  { path, summary, aliases = [] }: NounEntry,
  { examples, related, order }: Noun,
  registry: Registry,
  style: HelpStyle,
): string {
  const { bold, dim } = style;
  const width = widthOf(style);
  const below = registry.commands.filter(
    (entry) => entry.path.length > path.length && path.every((word, index) => entry.path[index] === word),
  );
  const name = ['archctl', ...path].join(' ');
  const twin = aliases.length > 0 ? `\n${dim(`Also: ${aliases.join(', ')}.`)}` : '';
  const words = below.map((entry) => ({ words: entry.path.slice(path.length), summary: entry.summary }));
  const sorted = order ? words.toSorted((a, b) => rankIn(order, a.words) - rankIn(order, b.words)) : words;
  const rows = sorted.map(({ words, summary }) => [words.join(' '), summary] as const);
  return [
    `${wrap(`${summary}.`, width)}${twin}`,
    usageBlock(name, style),
    `${bold('Commands')}\n${twoColumns(rows, width)}`,
    ...ending(examples, relatedLine(related, width), style),
  ].join('\n\n');
}

/** An argument in a usage line: `NAME`, `[NAME]`, `NAME...`. */
export function argumentWord({ name, optional, variadic }: ArgumentSpec): string {
  const word = variadic ? `${name}...` : name;
  return optional ? `[${word}]` : word;
}

/** Parts of a usage line that are not broken: words, arguments, required options with their values. */
function usageUnits(spec: AnyCommand, name: string, width: number): string[] {
  const { args, options } = documentedInputs(spec);
  const required = Object.entries(options).filter(([, option]) => option.required);
  return [
    name,
    ...args.map(argumentWord),
    ...required.map(([key, option]) => optionWord(key, option, width - 6)),
    '[options]',
    ...(spec.takesRest ? ['-- COMMAND [ARGS...]'] : []),
  ];
}

/** Usage line with arguments and required options: `archctl diagram export DIAGRAM... [options]`. */
export const usageOf = (spec: AnyCommand, name: string): string =>
  usageUnits(spec, name, Number.POSITIVE_INFINITY).join(' ');

export function commandHelp(
  spec: AnyCommand,
  name: string,
  style: HelpStyle,
  shortcuts: readonly string[] = [],
): string {
  const { bold, dim } = style;
  const also = shortcuts.map((it) => `archctl ${it}`).join(', ');
  const width = widthOf(style);
  const shared = Object.entries(sharedOptions(spec));
  const scopes = Object.fromEntries(shared.filter(([key]) => key in SCOPE_OPTIONS));
  const { args, options } = documentedInputs(spec);
  const own = { ...options, ...Object.fromEntries(shared.filter(([key]) => !(key in SCOPE_OPTIONS))) };
  const section = (title: string, rows: [string, string][]): string[] =>
    rows.length > 0 ? [`${bold(title)}\n${twoColumns(rows, width)}`] : [];
  return [
    `${wrap(`${spec.summary}.`, width)}${also && `\n${dim(`Also: ${also}.`)}`}${spec.details ? `\n\n${wrap(spec.details, width)}` : ''}`,
    `${bold('Usage')}\n  ${wrapUnits(usageUnits(spec, name, width), width, 6)}`,
    ...section(
      'Arguments',
      args.map((it) => [it.name, describeOption({ ...it })]),
    ),
    ...section('Options', optionRows(own, width)),
    ...longChoices(own).map(
      ([names, values]) => `${bold(`Values of ${names}`)}\n  ${wrap(values.join(', '), width, 2)}`,
    ),
    ...section('Where', optionRows(scopes, width)),
    ...ending(spec.examples, relatedLine(spec.related ?? [], width), style),
  ].join('\n\n');
}

export function topicHelp({ title, blocks }: Topic, style: HelpStyle): string {
  const width = widthOf(style);
  const parts = blocks.map((block) => {
    if (block.kind === 'text') return wrap(block.text, width);
    if (block.kind === 'examples') return exampleBlock(block.examples, style);
    return `${block.heading ? `${style.bold(block.heading)}\n` : ''}${twoColumns(block.rows, width)}`;
  });
  return [style.bold(title), ...parts].join('\n\n');
}
