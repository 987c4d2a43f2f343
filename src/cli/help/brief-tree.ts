import type { CommandTree, DescribedCommand } from './command-tree.js';

/** A command tree of a few thousand tokens: enough to choose a command, whose `--help` shows the rest. */
export interface BriefTree {
  name: 'archctl';
  version: string;
  usage: string;
  /** Options of every command that programs need. */
  globalOptions: Record<string, string>;
  /** Verbs with the same meaning for every noun. */
  verbs: Record<string, string>;
  /** Commands by noun: verb, arguments, required options, useful options, and summary; no noun for single words. */
  commands: Record<string, string[]>;
}

/** Lines omit the summaries of these verbs. */
const VERBS: Readonly<Record<string, string>> = {
  list: 'List the records',
  get: 'Get a record by name or id',
  exists: 'Check whether a record exists',
  create: 'Create a record',
  upsert: 'Create or replace a record',
  update: 'Change fields of a record',
  delete: 'Delete a record',
};

const GLOBAL_OPTIONS = ['--output', '--fields', '--query', '--ids', '--yes', '--dry-run', '--profile'];
/** Options of many commands that are rarely needed, or equal an argument. */
const RARE = ['--commit', '--handle-id', '--label', '--name', '--name-exact', '--index', '--port'];
const MAX_OPTIONS = 3;

export const briefTreeOf = ({ name, version, globalOptions, commands }: CommandTree): BriefTree => ({
  name,
  version,
  usage: 'archctl NOUN VERB [ARGUMENTS] [OPTIONS]; "archctl NOUN VERB --help" shows everything',
  globalOptions: Object.fromEntries(
    globalOptions
      .filter((it) => GLOBAL_OPTIONS.includes(it.name))
      .map((it) => [[it.short, it.name, it.value].filter(Boolean).join(' '), it.help]),
  ),
  verbs: VERBS,
  commands: Object.fromEntries(
    [...new Set(commands.map(nounOf))].map((noun) => [
      noun,
      commands.filter((it) => nounOf(it) === noun).map(lineOf),
    ]),
  ),
});

const nounOf = ({ path }: DescribedCommand): string => path.slice(0, -1).join(' ');

/** `export [DIAGRAM...] [--format --out]: Export diagrams as SVG or PNG`. */
function lineOf(command: DescribedCommand): string {
  const { path, usage, summary } = command;
  const prefix = ['archctl', ...path.slice(0, -1), ''].join(' ');
  const syntax = usage.slice(prefix.length).replace(/ ?\[options\]/, '');
  const options = usefulOptions(command, syntax);
  const line = options.length === 0 ? syntax : `${syntax} [${options.join(' ')}]`;
  return Object.hasOwn(VERBS, path.at(-1) ?? '') ? line : `${line}: ${summary}`;
}

/** Optional options: those of the examples first, then in order of declaration. */
function usefulOptions({ options, examples }: DescribedCommand, syntax: string): string[] {
  const words = new Set(`${syntax} ${examples.map(({ line }) => line).join(' ')}`.split(' '));
  const required = new Set(syntax.split(' '));
  const names = options
    .map(({ name }) => name)
    .filter((name) => !required.has(name) && (words.has(name) || !RARE.includes(name)));
  return [...names.filter((name) => words.has(name)), ...names.filter((name) => !words.has(name))].slice(
    0,
    MAX_OPTIONS,
  );
}
