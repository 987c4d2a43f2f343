import { withoutUndefined } from '../../base/defined.js';
import { VERSION } from '../../base/version.js';
import type { Operation } from '../../contract/operation.js';
import { columnHeader } from '../../terminal/formats/cells.js';
import { GLOBAL_OPTIONS, ROOT_OPTIONS } from '../command/globals.js';
import type { Example } from '../command/noun.js';
import { longName } from '../command/options.js';
import { documentedInputs } from '../command/positional.js';
import { sharedOptions } from '../command/shared-options.js';
import type { AnyCommand, CommandEntry, NounEntry, Registry } from '../command/spec.js';
import type { Topic } from '../command/topic.js';
import type { ArgumentSpec, OptionSpec } from '../command/value-spec.js';
import { shortcutsTo } from '../line/read-line.js';
import { usageOf } from './help.js';

/**
 * The command tree as plain data, derived from the registry. Used by completion, the command reference, man pages and
 * `archctl commands`.
 */
export interface CommandTree {
  name: 'archctl';
  version: string;
  globalOptions: DescribedOption[];
  /** Options without a command. */
  rootOptions: DescribedOption[];
  /** Headings of the root help in order. */
  sections: readonly string[];
  /** Words with commands below them. */
  groups: DescribedNoun[];
  commands: DescribedCommand[];
  /** Pages of `archctl help`. */
  topics: DescribedTopic[];
}

export interface DescribedNoun {
  path: readonly string[];
  aliases: readonly string[];
  summary: string;
  /** Heading in the root help. */
  section: string;
  examples: readonly Example[];
  related: readonly string[];
}

export interface DescribedTopic extends Topic {
  name: string;
}

export interface DescribedCommand {
  path: readonly string[];
  /** Aliases of the last word. */
  aliases: readonly string[];
  /** Shorter command lines: `login` for `auth login`. */
  shortcuts: readonly string[];
  /** Verb of a noun that may follow. */
  verbBefore?: string;
  summary: string;
  /** Heading in the root help, for single-word commands. */
  section?: string;
  details?: string;
  /** Usage line: `archctl diagram export DIAGRAM... [options]`. */
  usage: string;
  arguments: DescribedArgument[];
  options: DescribedOption[];
  /** Scopes, `--data`, `--limit`: shared by many commands. */
  sharedOptions: DescribedOption[];
  /** Columns of its table, for `--fields` and `--sort`. */
  columns?: DescribedColumn[];
  /** Passes everything after `--` to a program. */
  takesRest: boolean;
  examples: readonly Example[];
  related: readonly string[];
  /** Its main operation. */
  operation?: DescribedOperation;
  /** Further operations that it may perform. */
  alsoPerforms?: DescribedOperation[];
}

type Values = Pick<OptionSpec, 'choices' | 'suggests' | 'meanings' | 'completes' | 'isNew'>;

/** `value` is absent for a flag. */
export interface DescribedOption
  extends Values,
    Pick<OptionSpec, 'help' | 'value' | 'values' | 'pairedWith' | 'behindKey' | 'env'> {
  /** With dashes: `--format`. */
  name: string;
  /** Other names, which help and completion do not show. */
  aliases?: readonly string[];
  /** With its dash: `-o`. */
  short?: string;
  repeatable: boolean;
  required: boolean;
  default?: string;
}

export interface DescribedColumn {
  name: string;
  heading: string;
}

export interface DescribedArgument extends Values, Pick<ArgumentSpec, 'name' | 'help'> {
  optional: boolean;
  variadic: boolean;
}

export interface DescribedOperation {
  id: string;
  method: string;
  /** Path template below `/v1`. */
  path: string;
  /** Monthly quota that it counts towards. */
  meter: string;
  /** Permissions that may call it. */
  access: string;
  /** Number in the table of docs/service.md#endpoints. */
  endpoint?: number;
}

/** Loads and describes all commands, nouns and topics, or those in `part`. */
export async function commandTreeOf(registry: Registry, part = registry): Promise<CommandTree> {
  const [{ SECTIONS }, { TOPICS }] = await Promise.all([registry.front(), registry.topicPages()]);
  return {
    name: 'archctl',
    version: VERSION,
    globalOptions: describeOptions(GLOBAL_OPTIONS),
    rootOptions: describeOptions(ROOT_OPTIONS),
    sections: SECTIONS,
    groups: await Promise.all(part.nouns.map(describeNoun)),
    commands: await Promise.all(
      part.commands.map(async (entry) => describeCommand(entry, (await entry.load()).default, registry)),
    ),
    topics: Object.entries(TOPICS).map(([name, topic]) => ({ name, ...topic })),
  };
}

async function describeNoun({
  path,
  aliases = [],
  summary,
  section,
  load,
}: NounEntry): Promise<DescribedNoun> {
  const { examples, related } = (await load()).default;
  return { path, aliases, summary, section, examples, related };
}

function describeCommand(entry: CommandEntry, spec: AnyCommand, { commands }: Registry): DescribedCommand {
  const { path, aliases = [], verbBefore } = entry;
  const { summary, details, examples, related = [], takesRest = false, operation, section } = spec;
  const { alsoPerforms } = spec;
  const { args, options } = documentedInputs(spec);
  return withoutUndefined({
    path,
    aliases,
    shortcuts: shortcutsTo(entry, commands),
    verbBefore,
    summary,
    section,
    details,
    usage: usageOf(spec, ['archctl', ...path].join(' ')),
    arguments: args.map(describeArgument),
    options: describeOptions(options),
    sharedOptions: describeOptions(sharedOptions(spec)),
    columns: spec.columns?.map((column) => ({ name: column.key, heading: columnHeader(column) })),
    takesRest,
    examples,
    related,
    operation: operation && describeOperation(operation),
    alsoPerforms: alsoPerforms?.map(describeOperation),
  });
}

const describeOperation = ({ id, method, path, meter, access, endpoint }: Operation): DescribedOperation =>
  withoutUndefined({ id, method, path, meter, access, endpoint });

const describeArgument = ({ name, help, optional, variadic, ...values }: ArgumentSpec): DescribedArgument =>
  withoutUndefined({
    name,
    help,
    optional: optional === true,
    variadic: variadic === true,
    ...describeValues(values),
  });

const describeValues = ({ choices, suggests, meanings, completes, isNew }: Values) => ({
  choices,
  suggests,
  meanings,
  completes,
  isNew,
});

const describeOptions = (options: Readonly<Record<string, OptionSpec>>): DescribedOption[] =>
  Object.entries(options).map(([key, option]) =>
    withoutUndefined({
      name: longName(key),
      aliases: option.hiddenAliases?.map((it) => it.name),
      short: option.short && `-${option.short}`,
      help: option.help,
      value: option.value,
      values: option.values,
      ...describeValues(option),
      pairedWith: option.pairedWith,
      behindKey: option.behindKey,
      repeatable: option.repeatable === true,
      required: option.required === true,
      default: option.fallback,
      env: option.env,
    }),
  );
