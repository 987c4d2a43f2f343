import type { TopicBlock } from '../cli/command/topic.js';
import type { CommandTree, DescribedCommand, DescribedOption } from '../cli/help/command-tree.js';
import { optionText, type Page } from './man.js';

/** Generates the command reference in Markdown: an index, a page per noun or single-word command, a page per topic. */
export function markdownPages(tree: CommandTree): Page[] {
  const words = [...new Set(tree.commands.map(({ path }) => path[0] ?? ''))];
  return [
    { file: 'index.md', text: indexPage(tree) },
    ...words.map((word) => ({ file: `${word}.md`, text: wordPage(word, tree) })),
    ...tree.topics.map(({ name, title, blocks }) => ({
      file: topicFile(name),
      text: page(`# ${title}`, ...blocks.map(block), `Back to the [command reference](index.md).`),
    })),
  ];
}

const topicFile = (name: string): string => `help-${name}.md`;
const page = (...parts: string[]): string => `${parts.filter(Boolean).join('\n\n')}\n`;
/** Escapes Markdown markup. */
const prose = (text: string): string => text.replace(/[\\`*_<>[\]]/g, '\\$&');
/** Inline code; uses a longer fence if the code contains backquotes. */
const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A table; escapes pipes in cells. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
  ].join('\n');

const shell = (examples: readonly { note: string; line: string }[]): string =>
  `\`\`\`sh\n${examples.map(({ note, line }) => `# ${note}\n${line}`).join('\n')}\n\`\`\``;

/** Link to the section of a command, a noun or a topic. */
function link(words: readonly string[], { topics }: CommandTree): string {
  const line = ['archctl', ...words].join(' ');
  const [first = '', topic = ''] = words;
  if (first === 'help' && topics.some(({ name }) => name === topic))
    return `[${code(line)}](${topicFile(topic)})`;
  const anchor = words.length > 1 ? `#${line.replaceAll(' ', '-')}` : '';
  return `[${code(line)}](${first}.md${anchor})`;
}

function indexPage(tree: CommandTree): string {
  const section = (name: string): string => {
    const words = [
      ...tree.groups.filter((it) => it.section === name && it.path.length === 1),
      ...tree.commands.filter((it) => it.path.length === 1 && it.section === name),
    ];
    return page(
      `## ${name}`,
      table(
        ['', ''],
        words.map((it) => [link(it.path, tree), `${prose(it.summary)}.`]),
      ),
    ).trimEnd();
  };
  return page(
    `# archctl ${tree.version}: command reference`,
    'Generated from the program; `archctl commands -o json` prints the same as data.',
    ...tree.sections.map(section),
    '## Topics',
    tree.topics.map(({ name, summary }) => `- [${prose(summary)}](${topicFile(name)})`).join('\n'),
    '## Common options',
    'Every command accepts them.',
    optionTable([...tree.globalOptions, ...tree.rootOptions]),
  );
}

function wordPage(word: string, tree: CommandTree): string {
  const groups = tree.groups.filter(({ path }) => path[0] === word);
  const [group] = groups.filter(({ path }) => path.length === 1);
  const commands = tree.commands.filter(({ path }) => path[0] === word);
  if (!group) return page(...commands.map((it) => commandSection(it, tree, '#')));
  const inner = groups.filter(({ path }) => path.length > 1);
  return page(
    `# archctl ${word}`,
    `${prose(group.summary)}.${group.aliases.length > 0 ? ` Also: ${group.aliases.map(code).join(', ')}.` : ''}`,
    table(
      ['Command', 'Description'],
      commands.map((it) => [link(it.path, tree), `${prose(it.summary)}.`]),
    ),
    shell(group.examples),
    `See also ${group.related.map((it) => link(it.split(' '), tree)).join(', ')}.`,
    ...inner.map((it) =>
      page(`## archctl ${it.path.join(' ')}`, `${prose(it.summary)}.`, shell(it.examples)).trimEnd(),
    ),
    ...commands.map((it) => commandSection(it, tree, '##')),
  );
}

function commandSection(command: DescribedCommand, tree: CommandTree, level: string): string {
  const { path, summary, details = '', usage, aliases, operation, related } = command;
  const options = [...command.options, ...command.sharedOptions];
  const args = command.arguments.map((it) => [code(it.name), prose(optionText(it))]);
  const seeAlso = related.map((it) => link(it.split(' '), tree)).join(', ');
  return page(
    `${level} archctl ${path.join(' ')}`,
    `${prose(summary)}.${aliases.length > 0 ? ` Also: ${aliases.map(code).join(', ')}.` : ''}`,
    prose(details),
    `\`\`\`text\n${usage}\n\`\`\``,
    args.length > 0 ? table(['Argument', 'Description'], args) : '',
    options.length > 0 ? optionTable(options) : '',
    'Also accepts the [common options](index.md#common-options).',
    shell(command.examples),
    operation === undefined
      ? ''
      : `Operation: ${code(`${operation.method} /v1${operation.path}`)}; counts towards the ${operation.meter} quota.`,
    seeAlso === '' ? '' : `See also ${seeAlso}.`,
  ).trimEnd();
}

const optionTable = (options: readonly DescribedOption[]): string =>
  table(
    ['Option', 'Description'],
    options.map((option) => [
      `${option.short ? `${code(option.short)}, ` : ''}${code(option.value ? `${option.name} ${option.value}` : option.name)}`,
      prose(optionText(option)),
    ]),
  );

function block(it: TopicBlock): string {
  if (it.kind === 'text') return prose(it.text);
  if (it.kind === 'examples') return shell(it.examples);
  const rows = table(
    ['', ''],
    it.rows.map(([name, text]) => [code(name), prose(text)]),
  );
  return it.heading === undefined ? rows : `## ${it.heading}\n\n${rows}`;
}
