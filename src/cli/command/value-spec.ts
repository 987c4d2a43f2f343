/** What a shell can complete besides records of the service. */
export const COMPLETED_OTHERWISE = [
  'file',
  'directory',
  /** Text, or `@` and a file to read it from. */
  'text-or-file',
  'profile',
  'webhook-secret',
  /** The value of the setting that stands before it. */
  'setting',
  /** A command, word by word. */
  'command',
] as const;

/**
 * What a shell can complete in the place of a value: one of these, or a kind of record that some noun lists
 * (`completes` in its `noun.ts`). Which kinds there are is checked where the registry is generated.
 */
export type Completes = (typeof COMPLETED_OTHERWISE)[number] | (string & Record<never, never>);

/** A value on the command line that a command takes, and how its text becomes a value. */
export interface OptionSpec<T = unknown> {
  help: string;
  /** Placeholder of the value in help, e.g. `ID`; absent for a flag. */
  value?: string;
  short?: string;
  /** So many values it takes, one behind the other; they are collected. One unless told. */
  values?: number;
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
  /** Proposed to a person who is asked for it. */
  usual?: string;
  /** Environment variable that stands in for it. */
  env?: string;
  /** Field of the request body it fills, dotted. */
  body?: string;
  /** Field of the request body of which it changes a part; the command puts it there. */
  changes?: string;
  /** Query parameter it fills, dotted. */
  query?: string;
  /** What a shell completes here; the name of such a record is taken in place of its id. */
  completes?: Completes;
  /** The value is taken as it was typed: it may name what is not there yet. */
  isNew?: boolean;
  /** Where it names no record it is taken as it was typed. */
  orAsTyped?: boolean;
  /** The value is `first=second`, and the second one of these; of none where the records are whole pairs. */
  pairedWith?: readonly string[];
  /** The value is `KEY=VALUE`, and behind these keys a shell completes such records. */
  behindKey?: Readonly<Record<string, Completes>>;
  /** Turns the text into the value; throws a plain `Error` whose message says what is wrong. */
  parse(text: string, previous: T | undefined): T;
}

/** A positional argument. The keys of a command's `args` are in order. */
export interface ArgumentSpec {
  /** Placeholder, e.g. `DIAGRAM_ID`. */
  name: string;
  help: string;
  optional?: boolean;
  variadic?: boolean;
  /** As for options. */
  completes?: Completes;
  isNew?: boolean;
  orAsTyped?: boolean;
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
