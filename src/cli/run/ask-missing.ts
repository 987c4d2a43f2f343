import { ArchctlError } from '../../base/errors.js';
import { createRedactor } from '../../client/send/redact.js';
import { type Scope, scopeShape, scopesOf } from '../../contract/scopes.js';
import { scopeOption } from '../../profiles/scopes.js';
import { missingArguments, missingIn } from '../command/input/missing.js';
import { shellWord } from '../command/input/shell-word.js';
import { longName } from '../command/options.js';
import type { AnyCommand, Context, KindNames } from '../command/spec.js';
import type { ArgumentSpec, OptionSpec } from '../command/value-spec.js';

/** An answer: the option's value, and its spelling on a command line. */
interface Answer {
  typed: string;
  word: string;
}

/**
 * Prompts for missing arguments that name a record, and for the missing required options of a create: one of few values,
 * a record by name, or a text. Adds the answers to the parsed line, and returns the equivalent command line. Errors:
 * `not-found` without records to choose from; `interrupted` for Ctrl-C; those of the client.
 */
export async function askMissing(spec: AnyCommand, context: Context): Promise<string> {
  const { parsed, world, settings } = context;
  const words: string[] = [];
  // Scopes first, because records depend on them.
  for (const scope of spec.scope) words.push(...(await scopeWords(scope, context)));
  for (const key of missingArguments(spec, context)) words.push(await askArgument(key, spec, context));
  // An answer can make another option required.
  for (let [key] = missingIn(spec, context); key !== undefined; [key] = missingIn(spec, context)) {
    words.push(...(await ask(key, spec, context)));
  }
  for (const [key, { offers, completes }] of Object.entries(spec.options)) {
    if (!offers || completes === undefined || parsed.options[key] !== undefined) continue;
    const records = await (await context.names()).records(completes);
    if (records.filter((it) => offers(it, parsed.options) === 'default').length > 1)
      words.push(...(await ask(key, spec, context)));
  }
  const secret = settings.credentials()?.value.secret;
  const line = ['archctl', ...world.argv, ...words].map(shellWord).join(' ');
  return createRedactor(secret === undefined ? [] : [secret]).text(line);
}

/** Asks for an argument and sets it; returns its word on a command line. */
async function askArgument(
  key: string,
  { args, takesSeveral }: AnyCommand,
  context: Context,
): Promise<string> {
  const argument = args[key] as ArgumentSpec;
  const { typed, word } = await pickedFrom(argument.completes ?? '', argument, context);
  context.parsed.args[key] = argument.variadic && key !== takesSeveral ? [typed] : typed;
  return word.startsWith('-') ? typed : word;
}

/** Asks for an option and sets it; returns its words on a command line. */
async function ask(key: string, { options }: AnyCommand, context: Context): Promise<string[]> {
  const option = options[key] as OptionSpec;
  const { typed, word } = await answerTo(option, context);
  context.parsed.options[key] = option.parse(typed, undefined);
  return [longName(key), word];
}

/** Options for a scope that is not set; none if it has a default. */
async function scopeWords(scope: Scope, context: Context): Promise<string[]> {
  const { settings } = context;
  const { kind, fallback } = scopeShape(scope);
  const id = await context.scope(scope);
  if (settings.scope(scope) !== undefined || id === fallback?.value) return [];
  const names = await context.names();
  // A name is unique only within a known outer scope.
  const [outer] = scopesOf((await names.listOf(kind)).path).filter((it) => settings.scope(it) === undefined);
  const isClear = outer === undefined || (await names.of(scopeShape(outer).kind)).items.length === 1;
  return [scopeOption(scope), isClear ? wordOf(await names.of(kind), id, []) : id];
}

async function answerTo(option: OptionSpec, context: Context): Promise<Answer> {
  const { registry, terminal } = context;
  const { choices, completes, help, meanings = {} } = option;
  const message = `${help}:`;
  if (choices) {
    const picked = await terminal.prompter.select(
      message,
      choices.map((value) => {
        const description = meanings[value];
        return { name: value, value, ...(description !== undefined && { description }) };
      }),
    );
    return { typed: picked, word: picked };
  }
  if (registry.nouns.some(({ kinds }) => completes !== undefined && kinds?.includes(completes)))
    return pickedFrom(completes ?? '', option, context);
  const text = await terminal.prompter.input(message, {
    validate: (given) => faultOf(option, given) ?? true,
  });
  return { typed: text, word: text };
}

/** Problem with a text; undefined if valid. */
function faultOf(option: OptionSpec, given: string): string | undefined {
  if (given.trim() === '') return 'It must not be empty.';
  try {
    option.parse(given, undefined);
    return undefined;
  } catch (error) {
    return `${(error as Error).message}.`;
  }
}

async function pickedFrom(
  kind: string,
  {
    help,
    suggests = [],
    meanings = {},
    offers,
  }: Pick<OptionSpec, 'help' | 'suggests' | 'meanings' | 'offers'>,
  context: Context,
): Promise<Answer> {
  const { terminal, knownNames, parsed } = context;
  const all = await context.names();
  const names = await all.of(kind);
  const offered =
    offers && new Set((await all.records(kind)).flatMap((it) => (offers(it, parsed.options) ? [it.id] : [])));
  const records = names.items
    .filter(({ id }) => offered?.has(id) ?? true)
    .map(({ id }) => ({ name: names.pathOf(id), value: id }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  // Among offered records, a word such as "none" is not a valid value.
  const words = (offered ? [] : suggests).map((value) => {
    const description = meanings[value];
    return { name: value, value, ...(description !== undefined && { description }) };
  });
  const message = offered ? help.replace(/, or none$/, '') : help;
  if (records.length + words.length === 0) {
    const noun = offered ? message.toLowerCase() : kind.replaceAll('-', ' ');
    throw new ArchctlError('not-found', `There is no ${noun} to choose.`);
  }
  const picked = await terminal.prompter.select(`${message}:`, [...records, ...words]);
  const name = names.nameOf(picked);
  if (name !== undefined) knownNames.set(picked, name);
  return { typed: picked, word: names.has(picked) ? wordOf(names, picked, suggests) : picked };
}

/** Name of a record if it is unique on a command line, otherwise its id. */
function wordOf(names: KindNames, id: string, words: readonly string[]): string {
  const word = names.wordFor(id);
  return words.includes(word) ? id : word;
}
