import type {
  CommandTree,
  DescribedCommand,
  DescribedNoun,
  DescribedOption,
  DescribedTopic,
} from '../cli/help/command-tree.js';
import { wrap } from '../cli/help/wrap.js';
import {
  bold,
  breakablePath,
  entry,
  escaped,
  exampleLines,
  heading,
  italic,
  quoted,
  section,
  wrappedText,
} from './roff.js';

export interface Page {
  /** File name, for example `archctl-diagram-export.1`. */
  file: string;
  text: string;
}

const COMMANDS = '1';
const TOPICS = '7';

/** Page name of a command or noun, for example `archctl-diagram-export`. */
const pageOf = (path: readonly string[]): string => ['archctl', ...path].join('-');

/** Generates man pages: for archctl, each noun, each command and (in section 7) each topic. */
export function manPages(tree: CommandTree): Page[] {
  const page = (name: string, chapter: string, summary: string, parts: readonly string[]): Page => ({
    file: `${name}.${chapter}`,
    // No date, so that two builds of one version are identical.
    text: `${[
      `.TH ${quoted(name.toUpperCase())} ${quoted(chapter)} "" ${quoted(`archctl ${tree.version}`)} "archctl manual"`,
      // Disables hyphenation: words such as --no-wait must be printed as they are typed.
      '.ad l',
      '.nh',
      section('NAME', wrap(`${escaped(name)} \\- ${escaped(summary)}`, 78)),
      ...parts.filter(Boolean),
    ].join('\n')}\n`,
  });
  return [
    page('archctl', COMMANDS, 'manage software-architecture models from the terminal', rootParts(tree)),
    ...tree.groups.map((group) => page(pageOf(group.path), COMMANDS, group.summary, groupParts(group, tree))),
    ...tree.commands.map((command) =>
      page(pageOf(command.path), COMMANDS, command.summary, commandParts(command, tree)),
    ),
    ...tree.topics.map((topic) => page(pageOf([topic.name]), TOPICS, topic.summary, topicParts(topic))),
  ];
}

function rootParts(tree: CommandTree): string[] {
  const membersOf = (section: string): { path: readonly string[]; summary: string }[] => [
    ...tree.groups.filter((it) => it.section === section && it.path.length === 1),
    ...tree.commands.filter((it) => it.path.length === 1 && it.section === section),
  ];
  return [
    section('SYNOPSIS', `${bold('archctl')} ${italic('command')} [${italic('options')}]`),
    heading('COMMANDS'),
    ...tree.sections.flatMap((name) => [
      `.SS ${quoted(name)}`,
      ...membersOf(name).map((it) => entry(`${bold(pageOf(it.path))}(1)`, `${it.summary}.`)),
    ]),
    options('COMMON OPTIONS', [...tree.globalOptions, ...tree.rootOptions]),
    section('SEE ALSO', list(tree.topics.map(({ name }) => reference(['help', name], tree)))),
  ];
}

function groupParts({ path, aliases, examples, related }: DescribedNoun, tree: CommandTree): string[] {
  const members = tree.commands.filter((it) => path.every((word, index) => it.path[index] === word));
  return [
    section(
      'SYNOPSIS',
      `${bold(['archctl', ...path].join(' '))} ${italic('command')} [${italic('options')}]`,
    ),
    ...(aliases.length > 0 ? [section('DESCRIPTION', wrappedText(`Also: ${aliases.join(', ')}.`))] : []),
    heading('COMMANDS'),
    ...members.map((it) => entry(`${bold(pageOf(it.path))}(1)`, `${it.summary}.`)),
    ...finalSections({ examples, related }, tree),
  ];
}

function commandParts(command: DescribedCommand, tree: CommandTree): string[] {
  const { path, details = '', operation } = command;
  const own = [...command.options, ...command.sharedOptions];
  const environment = [...own, ...tree.globalOptions].flatMap(({ env, name }) =>
    env === undefined ? [] : [entry(bold(env), `Sets ${name}.`)],
  );
  return [
    section('SYNOPSIS', synopsis(command)),
    section(
      'DESCRIPTION',
      wrappedText(`${command.summary}.`),
      wrappedText(details),
      operation === undefined
        ? ''
        : `Operation of the service: ${operation.method}\n${breakablePath(`/v1${operation.path}`)}`,
    ),
    ...(command.arguments.length > 0
      ? [heading('ARGUMENTS'), ...command.arguments.map((it) => entry(italic(it.name), optionText(it)))]
      : []),
    options('OPTIONS', own),
    options('COMMON OPTIONS', tree.globalOptions),
    heading('ENVIRONMENT'),
    ...environment,
    section('EXIT STATUS', `0 on success; ${bold('archctl-exit-codes')}(7) lists the others.`),
    ...finalSections(command, tree, path),
  ];
}

const topicParts = ({ blocks }: DescribedTopic): string[] => [
  heading('DESCRIPTION'),
  ...blocks.map((block, index) => {
    if (block.kind === 'text') return `${index === 0 ? '' : '.PP\n'}${wrappedText(block.text)}`;
    if (block.kind === 'examples') return `.SS "Examples"\n${exampleLines(block.examples)}`;
    const rows = block.rows.map(([name, text]) => entry(bold(name), text)).join('\n');
    return block.heading === undefined ? rows : `.SS ${quoted(block.heading)}\n${rows}`;
  }),
  section('SEE ALSO', `${bold('archctl')}(1)`),
];

/** The sections EXAMPLES and SEE ALSO. */
function finalSections(
  { examples, related }: Pick<DescribedCommand, 'examples' | 'related'>,
  tree: CommandTree,
  path: readonly string[] = [],
): string[] {
  const parent = path.length > 1 ? [reference(path.slice(0, -1), tree)] : [];
  return [
    section('EXAMPLES', exampleLines(examples)),
    section(
      'SEE ALSO',
      list([`${bold('archctl')}(1)`, ...parent, ...related.map((it) => reference(it.split(' '), tree))]),
    ),
  ];
}

const list = (references: readonly string[]): string => [...new Set(references)].join(',\n');

/** Reference to the page of a command, a noun or a topic (`help TOPIC`). */
function reference(words: readonly string[], { topics }: CommandTree): string {
  const [first, topic = ''] = words;
  return first === 'help' && topics.some(({ name }) => name === topic)
    ? `${bold(pageOf([topic]))}(${TOPICS})`
    : `${bold(pageOf(words))}(${COMMANDS})`;
}

function synopsis({ path, arguments: args, options: own, takesRest }: DescribedCommand): string {
  return [
    bold(['archctl', ...path].join(' ')),
    ...args.map(({ name, optional, variadic }) => {
      const word = `${italic(name)}${variadic ? '...\\&' : ''}`;
      return optional ? `[${word}]` : word;
    }),
    ...own.filter(({ required }) => required).map(optionSyntax),
    `[${italic('options')}]`,
    ...(takesRest ? [`${bold('--')} ${italic('COMMAND')} [${italic('ARGS')}...\\&]`] : []),
  ].join('\n');
}

const optionSyntax = ({ name, value }: DescribedOption): string =>
  value === undefined ? bold(name) : `${bold(name)} ${italic(value)}`;

const options = (title: string, specs: readonly DescribedOption[]): string =>
  specs.length === 0
    ? ''
    : [
        heading(title),
        ...specs.map((option) =>
          entry(
            `${option.short ? `${bold(option.short)}, ` : ''}${optionSyntax(option)}`,
            optionText(option),
          ),
        ),
      ].join('\n');

/** Help text of an option or argument, with its choices, default and environment variable. */
export function optionText(
  it: Pick<DescribedOption, 'help'> &
    Partial<Pick<DescribedOption, 'choices' | 'default' | 'env' | 'value'>> & {
      required?: boolean;
      repeatable?: boolean;
    },
): string {
  const facts = [
    it.required ? 'Required.' : '',
    it.choices ? `One of: ${it.choices.join(', ')}.` : '',
    it.repeatable ? 'Can be repeated.' : '',
    it.default === undefined ? '' : `Default: ${it.default}.`,
    it.env === undefined ? '' : `Environment: ${it.env}.`,
  ].filter(Boolean);
  return [`${it.help}.`, ...facts].join(' ');
}
