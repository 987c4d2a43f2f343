import { GLOBAL_OPTIONS, ROOT_OPTIONS } from '../command/globals.js';
import type { Example, Noun } from '../command/noun.js';
import { longName } from '../command/options.js';
import { SCOPE_OPTIONS } from '../command/scope-options.js';
import { sharedOptions } from '../command/shared-options.js';
import type { AnyCommand, CommandEntry, FrontPage, NounEntry, Registry } from '../command/spec.js';
import type { Topic } from '../command/topic.js';
import type { ArgumentSpec, OptionSpec } from '../command/value-spec.js';
import { type HelpStyle, twoColumns, widthOf, wrap, wrapCommand, wrapUnits } from './wrap.js';

/**
 * Help texts. On every level they end alike: the options, own ones before common ones; the examples; where to read on.
 */

type Options = Readonly<Record<string, OptionSpec>>;

/** Enumerations of more letters than this stand below the options, once for all that take them. */
const LONG_CHOICES = 160;

function exampleBlock(examples: readonly Example[], style: HelpStyle): string {
  const width = widthOf(style);
  const comment = (note: string): string =>
    wrap(note, width - 4)
      .split('\n')
      .map((part) => `  ${style.dim(`# ${part}`)}\n`)
      .join('');
  return examples.map(({ note, line }) => `${comment(note)}${wrapCommand(line, width)}`).join('\n');
}

/** What every help ends with. */
function ending(
  examples: readonly Example[],
  seeAlso: string,
  style: HelpStyle,
  options: Readonly<Record<string, OptionSpec>> = GLOBAL_OPTIONS,
): string[] {
  const width = widthOf(style);
  return [
    `${style.bold('Common options')}\n${twoColumns(optionRows(options, width), width)}`,
    `${style.bold('Examples')}\n${exampleBlock(examples, style)}`,
    `${style.bold('See also')}\n${seeAlso}`,
  ];
}

/** Usage of what has commands below it. */
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

/** Nouns and commands of one word under a heading, in order. */
export const wordsUnder = <T extends { path: readonly string[]; section?: string }>(
  section: string,
  { nouns, commands }: { nouns: readonly T[]; commands: readonly T[] },
): T[] => [...nouns, ...commands].filter((it) => it.path.length === 1 && it.section === section);

/** `archctl --help`. */
export function rootHelp(
  version: string,
  registry: Registry,
  { SECTIONS, EXAMPLES }: FrontPage,
  style: HelpStyle,
): string {
  const { bold, dim } = style;
  const width = widthOf(style);
  const blocks = SECTIONS.map((section) => {
    const rows = wordsUnder<CommandEntry | NounEntry>(section, registry).map(
      ({ path: [word = ''], summary }) => [word.padEnd(width < 60 ? 0 : 12), summary] as const,
    );
    return rows.length === 0 ? '' : `${bold(section)}\n${twoColumns(rows, width)}`;
  });
  const topics = registry.topics.map(({ name, summary }) => [`archctl help ${name}`, summary] as const);
  return [
    `${bold('archctl')} ${dim(version)}\n${wrap('Manage software-architecture models from the terminal.', width)}`,
    usageBlock('archctl', style),
    ...blocks.filter(Boolean),
    ...ending(EXAMPLES, twoColumns(topics, width), style, { ...GLOBAL_OPTIONS, ...ROOT_OPTIONS }),
  ].join('\n\n');
}

/** Help of a noun: its verbs. */
export function nounHelp(
  { path, summary, aliases = [] }: NounEntry,
  { examples, related }: Noun,
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
  const rows = below.map((entry) => [entry.path.slice(path.length).join(' '), entry.summary] as const);
  return [
    `${wrap(`${summary}.`, width)}${twin}`,
    usageBlock(name, style),
    `${bold('Commands')}\n${twoColumns(rows, width)}`,
    ...ending(examples, relatedLine(related, width), style),
  ].join('\n\n');
}

/** An argument as usage lines spell it: `NAME`, `[NAME]`, `NAME...`. */
export function argumentWord({ name, optional, variadic }: ArgumentSpec): string {
  const word = variadic ? `${name}...` : name;
  return optional ? `[${word}]` : word;
}

/** The parts of a usage line that stay together: the words, each argument, each required option with its value. */
function usageUnits(spec: AnyCommand, name: string, width: number): string[] {
  const required = Object.entries(spec.options).filter(([, option]) => option.required);
  return [
    name,
    ...Object.values(spec.args).map(argumentWord),
    ...required.map(([key, option]) => spelled(key, option, width - 6)),
    '[options]',
    ...(spec.takesRest ? ['-- COMMAND [ARGS...]'] : []),
  ];
}

/** `archctl diagram export DIAGRAM_ID... [options]`: arguments and what is required, on one line. */
export const usageOf = (spec: AnyCommand, name: string): string =>
  usageUnits(spec, name, Number.POSITIVE_INFINITY).join(' ');

/** Help of one command. */
export function commandHelp(spec: AnyCommand, name: string, style: HelpStyle): string {
  const { bold } = style;
  const width = widthOf(style);
  const shared = Object.entries(sharedOptions(spec));
  const places = Object.fromEntries(shared.filter(([key]) => key in SCOPE_OPTIONS));
  const own = { ...spec.options, ...Object.fromEntries(shared.filter(([key]) => !(key in SCOPE_OPTIONS))) };
  const args = Object.values(spec.args);
  const section = (title: string, rows: [string, string][]): string[] =>
    rows.length > 0 ? [`${bold(title)}\n${twoColumns(rows, width)}`] : [];
  return [
    `${wrap(`${spec.summary}.`, width)}${spec.details ? `\n\n${wrap(spec.details, width)}` : ''}`,
    `${bold('Usage')}\n  ${wrapUnits(usageUnits(spec, name, width), width, 6)}`,
    ...section(
      'Arguments',
      args.map((it) => [it.name, describe({ ...it })]),
    ),
    ...section('Options', optionRows(own, width)),
    ...longChoices(own).map(
      ([names, values]) => `${bold(`Values of ${names}`)}\n  ${wrap(values.join(', '), width, 2)}`,
    ),
    ...section('Where', optionRows(places, width)),
    ...ending(spec.examples, relatedLine(spec.related ?? [], width), style, commonBut(own)),
  ].join('\n\n');
}

/** The common options, without those that a command tells of itself. */
const commonBut = (own: Options): Options =>
  Object.fromEntries(Object.entries(GLOBAL_OPTIONS).filter(([key]) => !(key in own)));

/** A topic of `archctl help`. */
export function topicHelp({ title, blocks }: Topic, style: HelpStyle): string {
  const width = widthOf(style);
  const parts = blocks.map((block) => {
    if (block.kind === 'text') return wrap(block.text, width);
    if (block.kind === 'examples') return exampleBlock(block.examples, style);
    return `${block.heading ? `${style.bold(block.heading)}\n` : ''}${twoColumns(block.rows, width)}`;
  });
  return [style.bold(title), ...parts].join('\n\n');
}

const isLong = (values: readonly string[]): boolean => values.join(', ').length > LONG_CHOICES;

/** Long enumerations, each with the options that take it: `--type and --not-type`. */
function longChoices(options: Options): [string, readonly string[]][] {
  const found = new Map<readonly string[], string[]>();
  for (const [key, { choices }] of Object.entries(options))
    if (choices && isLong(choices)) found.set(choices, [...(found.get(choices) ?? []), longName(key)]);
  return [...found].map(([values, names]) => [names.join(' and '), values]);
}

/** `--direction outgoing|none`; the values go into the description where the line is too narrow for them. */
function spelled(key: string, option: OptionSpec, width: number): string {
  const value = option.value ? `${longName(key)} ${option.value}` : longName(key);
  return option.choices && value.length > width ? `${longName(key)} VALUE` : value;
}

export function optionRows(options: Options, width = Number.POSITIVE_INFINITY): [string, string][] {
  return Object.entries(options).map(([key, option]) => {
    const words = spelled(key, option, width - 2);
    const [, value] = words.split(' ');
    return [
      `${option.short ? `-${option.short}, ` : ''}${words}`,
      describe({ ...option, ...(value !== undefined && { value }) }),
    ];
  });
}

function describe(
  it: Pick<OptionSpec, 'help' | 'choices' | 'repeatable' | 'fallback' | 'env' | 'required' | 'value'>,
): string {
  const values = it.choices && it.value !== it.choices.join('|') ? it.choices : [];
  const facts = [
    it.required ? 'required' : '',
    isLong(values) ? 'values below' : values.length > 0 ? `one of: ${values.join(', ')}` : '',
    it.repeatable ? 'repeatable' : '',
    it.fallback ? `default: ${it.fallback}` : '',
    it.env ? `env: ${it.env}` : '',
  ].filter(Boolean);
  return facts.length > 0 ? `${it.help} (${facts.join('; ')})` : it.help;
}
