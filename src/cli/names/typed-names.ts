import { ArchctlError } from '../../base/errors.js';
import { isObject } from '../../base/is-object.js';
import { SCOPE_NAMES, scopeShape } from '../../contract/scopes.js';
import { NOTHING, termOf, withValue } from '../command/filter-term.js';
import { looksLikeId } from '../command/id-shape.js';
import { longName } from '../command/options.js';
import type { AnyCommand, Context, Names } from '../command/spec.js';
import type { ArgumentSpec, OptionSpec } from '../command/value-spec.js';

/** A value of the command line that may be a name. */
interface Place {
  kind: string;
  /** What the value is told by: `--parent`, `OBJECT_ID`. */
  source: string;
  value: unknown;
  put(value: unknown): void;
  /** Words that stand for no record: `none`, `latest`. */
  words: readonly string[];
  /** It may name something else. */
  orAsTyped: boolean;
  /** The record stands in front of `=`. */
  isPaired: boolean;
  /** One of several that are changed together: each is looked up, so that nothing is sent where one is wrong. */
  isProven: boolean;
}

/**
 * Puts ids in the place of the names that were typed, in arguments and options, so that commands know ids only. What
 * looks like an id is taken for one; `all` asks for those as well.
 * Errors: `not-found` for what names nothing, `usage` for what names several.
 */
export async function resolveNames(
  spec: AnyCommand,
  context: Context,
  { all = false }: { all?: boolean } = {},
): Promise<void> {
  const isName = (text: string, { words, isProven }: Place): boolean =>
    text !== '' && !words.includes(text) && (all || isProven || !isId(text));
  const { isId = looksLikeId } = context.world;
  for (const place of placesOf(spec, context)) {
    const texts = textsOf(place);
    if (!texts.some((text) => isName(text, place))) continue;
    const names = await context.names();
    const ids = new Map<string, string>();
    for (const text of texts) if (isName(text, place)) ids.set(text, await idOf(names, place, text));
    place.put(replaced(place.value, ids));
  }
}

const idOf = async (names: Names, { kind, source, orAsTyped, words }: Place, text: string): Promise<string> =>
  names.idOf(kind, text, source, words).catch((error: unknown) => {
    if (orAsTyped && error instanceof ArchctlError && error.kind === 'not-found') return text;
    throw error;
  });

/** Whether a value that was typed was taken for an id without asking. */
export const hasUnprovenIds = (spec: AnyCommand, context: Context): boolean =>
  placesOf(spec, context).some((place) => textsOf(place).some(context.world.isId ?? looksLikeId));

function placesOf(spec: AnyCommand, { parsed, registry }: Context): Place[] {
  const kinds = new Set(registry.nouns.flatMap((noun) => noun.kinds ?? []));
  const place = (
    { completes, suggests = [], isNew, orAsTyped = false, ...rest }: ArgumentSpec | OptionSpec,
    [source, values, key]: [string, Record<string, unknown>, string],
  ): Place[] => {
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
        words: [...suggests, ...unlessTold(completes)],
        orAsTyped,
        isPaired,
        isProven: values === parsed.args && key === spec.takesSeveral && Array.isArray(values[key]),
      },
    ];
  };
  return [
    ...Object.entries(spec.args).flatMap(([key, it]) => place(it, [it.name, parsed.args, key])),
    ...Object.entries(spec.options).flatMap(([key, it]) => place(it, [longName(key), parsed.options, key])),
    ...filterPlaces(spec, parsed).flatMap(([it, where]) =>
      place(it, where).map((found) => ({ ...found, words: [...found.words, ...NOTHING] })),
    ),
  ];
}

/** `--filter parentId=Booking`: the option for the same field tells what kind of record it names. */
function filterPlaces(
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

/** What stands for a place that nothing names: the live version is `latest`. */
const unlessTold = (kind: string): string[] =>
  SCOPE_NAMES.map(scopeShape).flatMap((it) =>
    it.kind === kind && it.unlessTold ? [it.unlessTold.value] : [],
  );

const textsOf = ({ value, isPaired }: Place): string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.filter((it) => typeof it === 'string');
  if (!isObject(value)) return [];
  // `--landscape Shop=true`; of any other record, the one text it is made of is the id.
  return isPaired ? Object.keys(value) : Object.values(value).filter((it) => typeof it === 'string');
};

function replaced(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  const idOf = (text: unknown): unknown => (typeof text === 'string' ? (ids.get(text) ?? text) : text);
  if (!isObject(value)) return Array.isArray(value) ? value.map(idOf) : idOf(value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [ids.get(key) ?? key, idOf(inner)]));
}
