import type { ArchctlError } from '../../base/errors.js';
import type { Operation } from '../../contract/operation.js';
import type { Result } from '../../terminal/types.js';
import type { Context } from '../run/context.js';

/**
 * How a command ended: data to render, with what failed beside it (some of several did, a check found a difference),
 * or the exit code of a program it ran.
 */
export type Outcome =
  | (Result & {
      failure?: ArchctlError;
      /** Said on stderr once the data stands on the screen. */
      remark?: string;
    })
  | { kind: 'exit'; code: number };

/** Kinds of record whose ids a shell completes, with their names beside them. */
export const RECORD_KINDS = [
  'org',
  'landscape',
  'version',
  'diagram',
  'draft',
  'flow',
  'key',
  'object',
  'connection',
  'technology',
  'tag',
  'user',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** What a shell can complete in the place of a value. */
export type Completes =
  | RecordKind
  | 'file'
  | 'directory'
  /** Text, or `@` and a file to read it from. */
  | 'text-or-file'
  | 'profile'
  /** A label of the landscape, `KEY=VALUE`. */
  | 'label'
  /** The id of a landscape, `=`, true or false. */
  | 'landscape-switch'
  /** The value of the setting that stands before it. */
  | 'setting'
  | 'webhook-secret'
  /** A command, word by word. */
  | 'command';

/** A value on the command line that a command takes, and how its text becomes a value. */
export interface OptionSpec<T = unknown> {
  help: string;
  /** Placeholder of the value in help, e.g. `ID`; absent for a flag. */
  value?: string;
  short?: string;
  /** May be given more than once; the values are collected. */
  repeatable?: boolean;
  /** The only values it takes; anything else is a usage error that lists them. */
  choices?: readonly string[];
  /** Values a shell offers besides; others are taken as well. One that ends in `=` wants more behind it. */
  suggests?: readonly string[];
  /** What a value of `choices` or `suggests` means, in a few words. */
  meanings?: Readonly<Record<string, string>>;
  /** The option must be given, on the command line or (where it has a `body` field) in `--data`. */
  required?: boolean;
  /** Shown in help as the value taken when it is not given. */
  fallback?: string;
  /** Environment variable that stands in for it. */
  env?: string;
  /** Field of the request body it fills, dotted. */
  body?: string;
  /** Query parameter it fills, dotted. */
  query?: string;
  /** What a shell completes here. */
  completes?: Completes;
  /** Turns the text into the value; throws a plain `Error` whose message says what is wrong. */
  parse(text: string, previous: T | undefined): T;
  /** Not shown in help. */
  hidden?: boolean;
}

/** A positional argument. The keys of a command's `args` are in order. */
export interface ArgumentSpec {
  /** Placeholder, e.g. `DIAGRAM_ID`. */
  name: string;
  help: string;
  optional?: boolean;
  variadic?: boolean;
  completes?: Completes;
  choices?: readonly string[];
  /** As for options. */
  suggests?: readonly string[];
  meanings?: Readonly<Record<string, string>>;
}

export type OptionValue<O> = O extends OptionSpec<infer T> ? T : never;
export type OptionValues<O> = { [K in keyof O]: OptionValue<O[K]> | undefined };
export type ArgumentValues<A> = {
  [K in keyof A]: A[K] extends { variadic: true }
    ? string[]
    : A[K] extends { optional: true }
      ? string | undefined
      : string;
};

export interface Input<A = Record<string, ArgumentSpec>, O = Record<string, OptionSpec>> {
  args: ArgumentValues<A>;
  options: OptionValues<O>;
  /** What stands behind `--`. */
  rest: readonly string[];
}

export interface Example {
  /** What it does, as a short sentence without a full stop. */
  note: string;
  /** The command line, without a prompt. */
  line: string;
}

/** Which places of the service a command works in; each adds its option and is resolved on use. */
export type Scope = 'org' | 'landscape' | 'version';

/** A command as a typed value; help, completion, documentation and sweep tests read it. */
export interface CommandSpec<
  A extends Record<string, ArgumentSpec> = Record<string, ArgumentSpec>,
  O extends Record<string, OptionSpec> = Record<string, OptionSpec>,
> {
  /** One line, a verb first, no full stop. */
  summary: string;
  /** Further paragraphs of the help. */
  details?: string;
  args: A;
  options: O;
  scope: readonly Scope[];
  examples: readonly Example[];
  /** The operation it is about, where it is about one. */
  operation?: Operation;
  /** Works without anybody signed in, though it is about an operation. */
  anonymous?: boolean;
  /** Takes `--data` for the whole body. */
  takesData?: boolean;
  /** Lists take `--limit`. */
  takesLimit?: boolean;
  /** It waits for something: `--timeout` bounds the wait instead of one request. */
  waits?: boolean;
  /** Passes everything behind `--` on. */
  takesRest?: boolean;
  /** Other names of the last word. */
  aliases?: readonly string[];
  related?: readonly string[];
  run(context: Context, input: Input<A, O>): Promise<Outcome>;
}

/** A command of any shape, as the registry holds it. */
export type AnyCommand = CommandSpec<Record<string, ArgumentSpec>, Record<string, OptionSpec>>;

/** Declares a command, keeping its exact types. */
export function command<
  const A extends Record<string, ArgumentSpec> = Record<never, ArgumentSpec>,
  O extends Record<string, OptionSpec> = Record<never, OptionSpec>,
>(
  spec: Omit<CommandSpec<A, O>, 'args' | 'options' | 'scope'> & {
    args?: A;
    options?: O;
    scope?: readonly Scope[];
  },
): AnyCommand {
  return {
    ...spec,
    args: spec.args ?? {},
    options: spec.options ?? {},
    scope: spec.scope ?? [],
  } as unknown as AnyCommand;
}
