import { VERSION } from '../../base/version.js';
import { usageOf } from '../help/help.js';
import { NOUN_HELP } from '../help/noun-help.js';
import { TOPIC_SUMMARIES, type TopicName } from '../help/nouns.js';
import { TOPICS, type Topic } from '../help/topics.js';
import { GLOBAL_OPTIONS, ROOT_OPTIONS } from './globals.js';
import { longName } from './options.js';
import type { NounInfo, Registry, RegistryEntry } from './registry.js';
import { sharedOptions } from './shared-options.js';
import type { AnyCommand, ArgumentSpec, Completes, Example, OptionSpec } from './spec.js';

/**
 * The whole command tree as plain data. Completion, the command reference, man pages and `archctl commands` read it;
 * it is read off the registry and nothing in it is written twice.
 */
export interface Manifest {
  name: 'archctl';
  version: string;
  /** Options every command takes. */
  globalOptions: OptionManifest[];
  /** Options that stand alone, without a command. */
  rootOptions: OptionManifest[];
  /** Words with commands below them. */
  groups: GroupManifest[];
  commands: CommandManifest[];
  /** Pages of `archctl help`. */
  topics: TopicManifest[];
}

export interface GroupManifest {
  path: readonly string[];
  aliases: readonly string[];
  summary: string;
  /** Heading it stands under in the root help. */
  section: string;
  examples: readonly Example[];
  related: readonly string[];
}

export interface TopicManifest extends Topic {
  name: string;
  summary: string;
}

export interface CommandManifest {
  path: readonly string[];
  /** Other names of the last word. */
  aliases: readonly string[];
  summary: string;
  details?: string;
  /** One line, `archctl diagram export DIAGRAM_ID... [options]`. */
  usage: string;
  arguments: ArgumentManifest[];
  /** Its own. */
  options: OptionManifest[];
  /** Where it works, `--data`, `--limit`: shared by many commands. */
  sharedOptions: OptionManifest[];
  /** Hands everything behind `--` to a program. */
  takesRest: boolean;
  examples: readonly Example[];
  related: readonly string[];
  /** The operation of the service it is about. */
  operation?: OperationManifest;
}

export interface OptionManifest {
  /** With dashes, `--format`. */
  name: string;
  /** With its dash, `-o`. */
  short?: string;
  help: string;
  /** Placeholder of the value; absent for a flag. */
  value?: string;
  choices?: readonly string[];
  suggests?: readonly string[];
  meanings?: Readonly<Record<string, string>>;
  completes?: Completes;
  repeatable: boolean;
  required: boolean;
  default?: string;
  env?: string;
}

export interface ArgumentManifest {
  name: string;
  help: string;
  optional: boolean;
  variadic: boolean;
  choices?: readonly string[];
  suggests?: readonly string[];
  meanings?: Readonly<Record<string, string>>;
  completes?: Completes;
}

export interface OperationManifest {
  id: string;
  method: string;
  /** Template below `/v1`. */
  path: string;
  /** Monthly quota it counts on. */
  meter: string;
  /** Which keys may call it. */
  access: string;
  /** Number in the service document's endpoint table, where it stands there. */
  endpoint?: number;
}

/** Loads every command and describes it. */
export async function manifestOf(registry: Registry, nouns: readonly NounInfo[]): Promise<Manifest> {
  return {
    name: 'archctl',
    version: VERSION,
    globalOptions: describeOptions(GLOBAL_OPTIONS),
    rootOptions: describeOptions(ROOT_OPTIONS),
    groups: nouns.map(describeGroup),
    commands: await Promise.all(
      registry.map(async (entry) => describeCommand(entry, (await entry.load()).default)),
    ),
    topics: Object.entries(TOPICS).map(([name, topic]) => ({
      name,
      summary: TOPIC_SUMMARIES[name as TopicName],
      ...topic,
    })),
  };
}

function describeGroup({ path, aliases = [], summary, section }: NounInfo): GroupManifest {
  const { examples = [], related = [] } = NOUN_HELP[path.join(' ')] ?? {};
  return { path, aliases, summary, section, examples, related };
}

function describeCommand({ path, aliases = [] }: RegistryEntry, spec: AnyCommand): CommandManifest {
  const { summary, details, examples, related = [], takesRest = false, operation } = spec;
  return {
    path,
    aliases,
    summary,
    ...(details !== undefined && { details }),
    usage: usageOf(spec, ['archctl', ...path].join(' ')),
    arguments: Object.values(spec.args).map(describeArgument),
    options: describeOptions(spec.options),
    sharedOptions: describeOptions(sharedOptions(spec)),
    takesRest,
    examples,
    related,
    ...(operation && {
      operation: {
        id: operation.id,
        method: operation.method,
        path: operation.path,
        meter: operation.meter,
        access: operation.access,
        ...(operation.endpoint !== undefined && { endpoint: operation.endpoint }),
      },
    }),
  };
}

const describeArgument = ({ name, help, optional, variadic, ...values }: ArgumentSpec) => ({
  name,
  help,
  optional: optional === true,
  variadic: variadic === true,
  ...describeValues(values),
});

/** What may stand in the place of a value. */
const describeValues = ({
  choices,
  suggests,
  meanings,
  completes,
}: Pick<OptionSpec, 'choices' | 'suggests' | 'meanings' | 'completes'>) => ({
  ...(choices && { choices }),
  ...(suggests && { suggests }),
  ...(meanings && { meanings }),
  ...(completes && { completes }),
});

function describeOptions(options: Readonly<Record<string, OptionSpec>>): OptionManifest[] {
  return Object.entries(options)
    .filter(([, option]) => !option.hidden)
    .map(([key, { short, help, value, repeatable, required, fallback, env, ...values }]) => ({
      name: longName(key),
      ...(short !== undefined && { short: `-${short}` }),
      help,
      ...(value !== undefined && { value }),
      ...describeValues(values),
      repeatable: repeatable === true,
      required: required === true,
      ...(fallback !== undefined && { default: fallback }),
      ...(env !== undefined && { env }),
    }));
}
