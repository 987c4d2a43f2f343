import type { Scope } from '../../contract/scopes.js';
import { type Examples, examplesOf } from './noun.js';
import type { AnyCommand, CommandSpec, Input } from './spec.js';
import type { ArgumentSpec, OptionSpec } from './value-spec.js';

/** Declares a command, keeping its exact types. */
export function command<
  const A extends Record<string, ArgumentSpec> = Record<never, ArgumentSpec>,
  O extends Record<string, OptionSpec> = Record<never, OptionSpec>,
>(
  spec: Omit<CommandSpec<A, O>, 'args' | 'options' | 'scope' | 'examples'> & {
    examples: Examples;
    args?: A;
    options?: O;
    scope?: readonly Scope[];
  },
): AnyCommand {
  return {
    ...spec,
    examples: examplesOf(spec.examples),
    args: spec.args ?? {},
    options: spec.options ?? {},
    scope: spec.scope ?? [],
    // The input was parsed according to these declarations.
    run: (context, input) => spec.run(context, input as Input<A, O>),
  };
}
