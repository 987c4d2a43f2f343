/** Values that completion supports besides records. */
export const COMPLETED_OTHERWISE = [
  'file',
  'directory',
  /** Text, or `@` and a file name. */
  'text-or-file',
  'profile',
  'webhook-secret',
  /** Value of the preceding setting. */
  'setting',
  /** A command, word by word. */
  'command',
] as const;

/**
 * Completion of a value: one of these, or a kind of record that a noun lists (`completes` in its
 * `noun.ts`). Checked when the registry is generated.
 */
export type Completes = (typeof COMPLETED_OTHERWISE)[number] | (string & Record<never, never>);

/** Another name of an option: accepted, but not shown in help or completion. */
export interface HiddenAlias {
  /** With dashes. */
  name: string;
  /** Converts its value to a value of the option. */
  convert?: (given: string) => string;
}

/** Specification of an option value and its parser. */
export interface OptionSpec<T = unknown> {
  help: string;
  /** Placeholder in help, for example `ID`; absent for a flag. */
  value?: string;
  short?: string;
  /** Cannot be combined with its name or with one another. */
  hiddenAliases?: readonly HiddenAlias[];
  /** Number of consecutive values, collected in a list (default: 1). */
  values?: number;
  /** Can be repeated; values are collected. */
  repeatable?: boolean;
  /** Allowed values; others are a usage error that lists them. */
  choices?: readonly string[];
  /** Suggested values; others are allowed. A value ending in `=` continues. */
  suggests?: readonly string[];
  /** Short descriptions of `choices` or `suggests`. */
  meanings?: Readonly<Record<string, string>>;
  /** Required on the command line or (with a `body` field) in `--data`. */
  required?: boolean;
  /** Values of other options that make it required. */
  requiredIf?: Readonly<Record<string, readonly string[]>>;
  /** Default value shown in help. */
  fallback?: string;
  /** Environment variable that sets the option. */
  env?: string;
  /** Dotted field of the request body that it sets. */
  body?: string;
  /** Field of the request body that it changes in part; the command applies it. */
  changes?: string;
  /** Dotted query parameter that it sets. */
  query?: string;
  /** Kind of completion; also allows names of such records instead of ids. */
  completes?: Completes;
  /**
   * Whether the prompt for a missing option offers a record, given the other options; `default` if the record is taken
   * without the option. An option that may be missing is asked for if it has several defaults.
   */
  offers?: (
    record: Readonly<Record<string, unknown>>,
    options: Readonly<Record<string, unknown>>,
  ) => boolean | 'default';
  /** Taken literally, because it may name something new. */
  isNew?: boolean;
  /** Taken literally if it names no record. */
  orAsTyped?: boolean;
  /** The value is `first=second`; kinds or values of the second part. Empty if records are whole pairs. */
  pairedWith?: readonly string[];
  /** For `KEY=VALUE`: kinds of records by key. */
  behindKey?: Readonly<Record<string, Completes>>;
  /** Parses the text; throws a plain `Error` with the problem. */
  parse(text: string, previous: T | undefined): T;
}

/** A positional argument. The keys of `args` are in order. */
export interface ArgumentSpec {
  /** Placeholder, for example `DIAGRAM`. */
  name: string;
  help: string;
  optional?: boolean;
  variadic?: boolean;
  /** See `OptionSpec`. */
  completes?: Completes;
  isNew?: boolean;
  orAsTyped?: boolean;
  choices?: readonly string[];
  /** See `OptionSpec`. */
  suggests?: readonly string[];
  meanings?: Readonly<Record<string, string>>;
  /** Whether the prompt for a missing argument offers a record. */
  offers?: (record: Readonly<Record<string, unknown>>) => boolean;
  /** Whether `--data` can name the record instead. */
  orInData?: boolean;
  /** Key of the option that it sets, so that the command reads only the option. */
  sets?: string;
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
