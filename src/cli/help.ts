import { GLOBAL_OPTIONS } from './globals.js';
import { NOUNS, SECTIONS, SINGLE_WORDS } from './nouns.js';
import { longName } from './options.js';
import type { Registry } from './registry.js';
import { sharedOptions } from './shared-options.js';
import type { AnyCommand, OptionSpec } from './spec.js';

/** Help texts: at most 80 columns, wrapped by word. `bold` and `dim` are the identity where colour is off. */
export interface HelpStyle {
  bold(text: string): string;
  dim(text: string): string;
}

const WIDTH = 80;

/** Breaks by word; a word that is longer than the line stands alone. */
export function wrap(text: string, width: number, indent = 0): string {
  const pad = ' '.repeat(indent);
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && line.length + 1 + word.length > width - indent) {
        lines.push(line);
        line = word;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    lines.push(line);
  }
  return lines.join(`\n${pad}`);
}

/** A command line over several lines, as a shell takes it: broken in front of options, never inside a value. */
function wrapCommand(line: string): string {
  const [first = '', ...pieces] = line.split(/ (?=--?[a-z])/i);
  const lines = [first];
  for (const piece of pieces) {
    const last = lines.at(-1) ?? '';
    if (last.length + 1 + piece.length > WIDTH - 6) lines.push(`    ${piece}`);
    else lines[lines.length - 1] = `${last} ${piece}`;
  }
  return lines.join(' \\\n');
}

/** Two aligned columns; a left part that is too long takes a line of its own. */
export function twoColumns(rows: readonly (readonly [string, string])[]): string {
  const left = Math.min(30, Math.max(...rows.map(([name]) => name.length)) + 2);
  return rows
    .map(([name, help]) => {
      const indent = left + 2;
      const head = name.length + 2 > left ? `  ${name}\n${' '.repeat(indent)}` : `  ${name.padEnd(left)}`;
      return `${head}${wrap(help, WIDTH, indent)}`;
    })
    .join('\n');
}

/** `archctl --help`. */
export function rootHelp(version: string, registry: Registry, { bold, dim }: HelpStyle): string {
  const blocks = SECTIONS.map((section) => {
    const rows: [string, string][] = NOUNS.filter(
      (noun) => noun.section === section && noun.path.length === 1,
    ).map((noun) => [noun.path[0] as string, noun.summary]);
    for (const entry of registry) {
      const [word = ''] = entry.path;
      if (entry.path.length === 1 && SINGLE_WORDS[word] === section) rows.push([word, entry.summary]);
    }
    return rows.length === 0
      ? ''
      : `${bold(section)}\n${twoColumns(rows.map(([name, help]) => [name.padEnd(12), help] as const))}`;
  });
  return [
    `${bold('archctl')} ${dim(version)}  Software-architecture models from the terminal.`,
    `${bold('Usage')}\n  archctl <command> [options]\n  archctl <command> --help`,
    ...blocks.filter(Boolean),
    `${bold('Examples')}\n${[
      '  archctl sandbox start              # try everything without an account',
      '  archctl landscape list',
      '  archctl diagram export ID --landscape ID --format svg,png',
      '  archctl logs tail --since 1h -o ndjson',
    ].join('\n')}`,
    dim('Options, formats and more: archctl help formatting, output, environment,\nexit-codes.'),
  ].join('\n\n');
}

/** Help of a noun: its verbs. */
export function groupHelp(path: readonly string[], registry: Registry, { bold, dim }: HelpStyle): string {
  const below = registry.filter(
    (entry) => entry.path.length > path.length && path.every((word, index) => entry.path[index] === word),
  );
  const noun = NOUNS.find((it) => it.path.join(' ') === path.join(' '));
  const name = ['archctl', ...path].join(' ');
  const twin = noun?.aliases?.length ? dim(`  (also: ${noun.aliases.join(', ')})`) : '';
  return [
    `${noun?.summary ?? name}.${twin}`,
    `${bold('Usage')}\n  ${name} <command> [options]`,
    `${bold('Commands')}\n${twoColumns(below.map((entry) => [entry.path.slice(path.length).join(' ').padEnd(12), entry.summary] as const))}`,
    dim(wrap(`"${name} <command> --help" shows arguments, options and examples.`, WIDTH)),
  ].join('\n\n');
}

/** `archctl diagram export DIAGRAM_ID... [options]`: arguments and what is required. */
export function usageOf(spec: AnyCommand, name: string): string {
  const required = Object.entries(spec.options).filter(([, option]) => option.required && !option.hidden);
  return [
    name,
    ...Object.values(spec.args).map((it) => {
      const word = it.variadic ? `${it.name}...` : it.name;
      return it.optional ? `[${word}]` : word;
    }),
    ...required.map(([key, option]) => `${longName(key)} ${option.value ?? ''}`.trim()),
    '[options]',
    ...(spec.takesRest ? ['-- COMMAND [ARGS...]'] : []),
  ].join(' ');
}

/** Help of one command. */
export function commandHelp(spec: AnyCommand, name: string, { bold, dim }: HelpStyle): string {
  const own = { ...spec.options };
  const shared = sharedOptions(spec);
  const sections = [
    `${spec.summary}.${spec.details ? `\n\n${wrap(spec.details, WIDTH)}` : ''}`,
    `${bold('Usage')}\n  ${wrap(usageOf(spec, name), WIDTH, 6)}`,
  ];
  const args = Object.values(spec.args);
  if (args.length > 0) {
    sections.push(
      `${bold('Arguments')}\n${twoColumns(args.map((it) => [it.name, describe({ ...it })] as const))}`,
    );
  }
  const options = optionRows(own);
  if (options.length > 0) sections.push(`${bold('Options')}\n${twoColumns(options)}`);
  const places = optionRows(shared);
  if (places.length > 0) sections.push(`${bold('Place and data')}\n${twoColumns(places)}`);
  sections.push(
    `${bold('Examples')}\n${spec.examples.map((it) => `  ${dim(`# ${it.note}`)}\n  ${wrapCommand(it.line)}`).join('\n')}`,
  );
  sections.push(`${bold('Common options')}\n${twoColumns(optionRows(GLOBAL_OPTIONS))}`);
  if (spec.related?.length)
    sections.push(
      `${bold('See also')}\n  ${wrap(spec.related.map((it) => `archctl ${it}`).join(', '), WIDTH, 2)}`,
    );
  return sections.join('\n\n');
}

export function optionRows(options: Readonly<Record<string, OptionSpec>>): [string, string][] {
  return Object.entries(options)
    .filter(([, option]) => !option.hidden)
    .map(([key, option]) => {
      const short = option.short ? `-${option.short}, ` : '';
      return [`${short}${longName(key)}${option.value ? ` ${option.value}` : ''}`, describe(option)];
    });
}

function describe(
  it: Pick<OptionSpec, 'help' | 'choices' | 'repeatable' | 'fallback' | 'env' | 'required' | 'value'>,
): string {
  const facts = [
    it.required ? 'required' : '',
    it.choices && it.value !== it.choices.join('|') ? `one of: ${it.choices.join(', ')}` : '',
    it.repeatable ? 'repeatable' : '',
    it.fallback ? `default: ${it.fallback}` : '',
    it.env ? `env: ${it.env}` : '',
  ].filter(Boolean);
  return facts.length > 0 ? `${it.help} (${facts.join('; ')})` : it.help;
}
