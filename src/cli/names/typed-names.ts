import { ArchctlError } from '../../base/errors.js';
import { looksLikeId } from '../../base/id-shape.js';
import { isObject } from '../../base/is-object.js';
import { SCOPE_NAMES, scopeShape } from '../../contract/scopes.js';
import { NULL_WORDS, termOf, withValue } from '../command/filter/filter-term.js';
import { readStdin } from '../command/input/read-input.js';
import { longName } from '../command/options.js';
import type { AnyCommand, Context, Names } from '../command/spec.js';
import type { ArgumentSpec, OptionSpec } from '../command/value-spec.js';

/** A command line value that may be a name. */
interface TypedValue {
  kind: string;
  /** Name of the option or argument: `--parent`, `OBJECT`. */
  source: string;
  value: unknown;
  put(value: unknown): void;
  /** Keywords that are not records: `none`, `latest`. */
  words: readonly string[];
  /** Other texts are allowed. */
  orAsTyped: boolean;
  /** The record precedes a `=`. */
  isPaired: boolean;
  /** One of several records to change: each is looked up, so that nothing is sent if one is wrong. */
  isProven: boolean;
}

/**
 * Replaces typed names by ids in arguments and options, so that commands handle only ids. A text that looks like an id
 * is used as is; `all` looks it up too. Errors: `not-found`, `usage` for an ambiguous name.
 */
export async function resolveNames(
  spec: AnyCommand,
  context: Context,
  { all = false }: { all?: boolean } = {},
): Promise<void> {
  const isName = (text: string, { words, isProven }: TypedValue): boolean =>
    text !== '' && !words.includes(text) && (all || isProven || !isId(text));
  const { isId = looksLikeId } = context.world;
  for (const typed of typedValues(spec, context)) {
    const texts = textsOf(typed);
    if (!texts.some((text) => isName(text, typed))) continue;
    const names = await context.names();
    const ids = new Map<string, string>();
    for (const text of texts) if (isName(text, typed)) ids.set(text, await idOf(names, typed, text));
    typed.put(replaced(typed.value, ids));
  }
}

const idOf = async (
  names: Names,
  { kind, source, orAsTyped, words }: TypedValue,
  text: string,
): Promise<string> =>
  names.idOf(kind, text, source, words).catch((error: unknown) => {
    if (orAsTyped && error instanceof ArchctlError && error.kind === 'not-found') return text;
    throw error;
  });

/** Whether a typed value was used as an id without a lookup. */
export const hasUnprovenIds = (spec: AnyCommand, context: Context): boolean =>
  typedValues(spec, context).some((typed) => textsOf(typed).some(context.world.isId ?? looksLikeId));

function typedValues(spec: AnyCommand, { parsed, registry }: Context): TypedValue[] {
  const kinds = new Set(registry.nouns.flatMap((noun) => noun.kinds ?? []));
  const typedValue = (
    { completes, suggests = [], isNew, orAsTyped = false, ...rest }: ArgumentSpec | OptionSpec,
    [source, values, key]: [string, Record<string, unknown>, string],
  ): TypedValue[] => {
    const { pairedWith } = rest as OptionSpec;
    const isPaired = pairedWith !== undefined;
    if (completes === undefined || !kinds.has(completes) || isNew || pairedWith?.length === 0) return [];
    return [
      {
        kind: completes,
        source,
        value: values[key],
        put: (value) => {
          values[key] = value;
        },
        words: [...suggests, ...defaultWords(completes)],
        orAsTyped,
        isPaired,
        isProven: values === parsed.args && key === spec.takesSeveral && Array.isArray(values[key]),
      },
    ];
  };
  const args = Object.entries(spec.args);
  const sourceOf = (option: string): string => {
    const typed = args.find(([key, { sets }]) => sets === option && parsed.args[key] !== undefined);
    return typed?.[1].name ?? longName(option);
  };
  return [
    ...args.flatMap(([key, it]) =>
      it.sets === undefined ? typedValue(it, [it.name, parsed.args, key]) : [],
    ),
    ...Object.entries(spec.options).flatMap(([key, it]) =>
      typedValue(it, [sourceOf(key), parsed.options, key]),
    ),
    ...filterValues(spec, parsed).flatMap(([it, where]) =>
      typedValue(it, where).map((found) => ({ ...found, words: [...found.words, ...NULL_WORDS] })),
    ),
  ];
}

/** Values of `--filter` such as `parentId=Booking`, with the kind from the option for the same field. */
function filterValues(
  spec: AnyCommand,
  { filter }: Context['parsed'],
): [OptionSpec, [string, Record<string, unknown>, string]][] {
  if (!filter || !spec.takesFilter) return [];
  return filter.flatMap((text, at) => {
    const { key, inner, value } = termOf(text);
    const option = Object.values(spec.filterOptions ?? spec.options).find(
      ({ query }) => query === `filter.${key}`,
    );
    if (option === undefined || inner !== undefined) return [];
    const slot = {
      get value() {
        return value;
      },
      set value(id) {
        filter[at] = withValue(text, id);
      },
    };
    return [[option, [`--filter ${key}`, slot, 'value']]];
  });
}

/** Default keywords of a scope: `latest` for the live version. */
const defaultWords = (kind: string): string[] =>
  SCOPE_NAMES.map(scopeShape).flatMap((it) => (it.kind === kind && it.fallback ? [it.fallback.value] : []));

const textsOf = ({ value, isPaired }: TypedValue): string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.filter((it) => typeof it === 'string');
  if (!isObject(value)) return [];
  // Keys of pairs such as `--landscape Shop=true`; for other records, their single text.
  return isPaired ? Object.keys(value) : Object.values(value).filter((it) => typeof it === 'string');
};

function replaced(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  const idOf = (text: unknown): unknown => (typeof text === 'string' ? (ids.get(text) ?? text) : text);
  if (!isObject(value)) return Array.isArray(value) ? value.map(idOf) : idOf(value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [ids.get(key) ?? key, idOf(inner)]));
}

/** Argument that reads names from stdin. */
const STDIN = '-';

/**
 * Converts the argument for several records: one text if it names one record, so that commands for one record need no
 * change. `-` reads names from stdin, one per line, always as several. Errors: `not-found` if stdin is empty, `usage`
 * if it cannot be read.
 */
export async function splitSeveral(
  { takesSeveral: key = '', args }: AnyCommand,
  { parsed, world }: Context,
): Promise<void> {
  const given = parsed.args[key];
  if (!Array.isArray(given)) return;
  if (!given.includes(STDIN)) {
    if (given.length < 2) parsed.args[key] = given[0];
    return;
  }
  const text = (await readStdin(world, args[key]?.name ?? STDIN)).replace(/^\ufeff/, '');
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const named = given.flatMap((one) => (one === STDIN ? lines : [one]));
  if (named.length === 0) throw new ArchctlError('not-found', 'Stdin contains no names; nothing was sent.');
  parsed.args[key] = named;
}
