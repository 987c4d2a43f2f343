import type { AnyCommand } from './spec.js';
import type { ArgumentSpec, OptionSpec } from './value-spec.js';

/** Options that can also be given as arguments: placeholder of the argument by key of the option, in order. */
export type Positional = Readonly<Record<string, string>>;

type Options = Readonly<Record<string, OptionSpec>>;

/** Arguments that set options. Each is optional for the parser, because the option or `--data` can replace it. */
export function positionalArguments(options: Options, positional: Positional): Record<string, ArgumentSpec> {
  return Object.fromEntries(
    Object.entries(positional).flatMap(([key, name]) => {
      const option = options[key];
      if (option === undefined) return [];
      const { help, completes, isNew, orAsTyped, choices, suggests, meanings } = option;
      const values = { completes, isNew, orAsTyped, choices, suggests, meanings };
      const known = Object.entries(values).filter(([, value]) => value !== undefined);
      return [[key, { name, help, optional: true, sets: key, ...Object.fromEntries(known) }]];
    }),
  );
}

/** Arguments and options as documented: an argument that sets a required option is shown as required in its place. */
export function documentedInputs({ args, options }: Pick<AnyCommand, 'args' | 'options'>) {
  const byOption = new Map(Object.values(args).map((it) => [it.sets, it.name]));
  return {
    args: Object.values(args).map((it) =>
      it.sets !== undefined && options[it.sets]?.required ? { ...it, optional: false } : it,
    ),
    options: Object.fromEntries(
      Object.entries(options).map(([key, option]) => {
        const argument = byOption.get(key);
        if (argument === undefined) return [key, option];
        const { required: _, ...rest } = option;
        return [key, { ...rest, help: `${option.help}; same as the argument ${argument}` }];
      }),
    ) as Options,
  };
}
