import { ArchctlError } from '../../base/errors.js';
import type { JsonObject } from '../../base/json/json-object.js';
import { ambiguousName, unknownName } from '../../base/name-errors.js';
import { type NameIndex, nameIndex } from '../../base/name-index.js';
import type { Operation } from '../../contract/operation.js';
import { pathOf } from '../command/input/request-parts.js';
import type { CompletedKind } from '../command/noun.js';
import type { Context, Names, Registry } from '../command/spec.js';
import { equalsInWords, ownKeyId } from './equal-records.js';
import { completedKind, itemsOf, recordsOf } from './kind-records.js';

interface Kind {
  declared: CompletedKind;
  list: Operation;
}

/** Names for one call; each list is requested once. */
export function createNames(context: Context): Names {
  const kinds = new Map<string, Promise<Kind>>();
  const lists = new Map<string, Promise<JsonObject[]>>();
  const indexes = new Map<string, Promise<NameIndex>>();

  const kindOf = (kind: string): Promise<Kind> =>
    once(kinds, kind, async () => {
      const declared = await completedKind(context.registry, kind);
      if (!declared) throw new TypeError(`No noun lists ${kind}.`);
      return { declared, list: await declared.list() };
    });

  const records = (kind: string): Promise<JsonObject[]> =>
    once(lists, kind, async () => {
      const { declared, list } = await kindOf(kind);
      // Resolving a name changes nothing, so a dry run does it too.
      const client = await context.client(context.parsed.globals.dryRun ? { reads: true } : undefined);
      const path = await pathOf(context, list, {});
      return recordsOf(client, list, path, { query: declared.query });
    });

  const of = (kind: string): Promise<NameIndex> =>
    once(indexes, kind, async () => nameIndex(itemsOf((await kindOf(kind)).declared, await records(kind))));

  /** Adds paths through another kind, such as tag groups for tags. */
  const withPaths = async (kind: string, index: NameIndex): Promise<NameIndex> => {
    const above = (await kindOf(kind)).declared.within?.kind;
    return above === undefined ? index : nameIndex(index.items, await of(above));
  };

  /** Facts of the records with these ids, which share a name. */
  const factsFinder = async (kind: string, ids: readonly string[]): Promise<(id: string) => string> => {
    const found = new Map(
      (await records(kind)).flatMap((it) => (ids.includes(`${it.id}`) ? [[it.id, it]] : [])),
    );
    const inWords = await equalsInWords({ of }, [...found.values()], ownKeyId(context));
    return (id) => {
      const record = found.get(id);
      return record ? inWords(record) : '';
    };
  };

  return {
    of,
    records,
    known: (kind) => lists.get(kind),
    listOf: async (kind) => (await kindOf(kind)).list,
    expect(wanted, except) {
      const ask = async (kind: string): Promise<void> => {
        if ((await kindOf(kind)).list.id !== except?.id) await of(kind);
      };
      // Names are optional: if they cannot be loaded, ids are shown.
      for (const kind of wanted) ask(kind).catch(() => {});
    },
    async among(kind, operation, records) {
      const { declared, list } = await kindOf(kind);
      return list.id === operation?.id ? nameIndex(itemsOf(declared, records)) : undefined;
    },
    async idOf(kind, typed, source, words = []) {
      const plain = await of(kind).catch((error: unknown) => {
        if (isForbidden(error)) return undefined;
        throw error;
      });
      // Without permission to list, the text must be an id.
      if (!plain) return typed;
      const remember = (id: string): string => {
        const name = plain.nameOf(id);
        if (name !== undefined) context.knownNames.set(id, name);
        return id;
      };
      const first = plain.find(typed);
      // A name with a slash may be the path of another record, which may lead through another kind.
      if (first.kind === 'one' && (!typed.includes('/') || plain.has(typed))) return remember(first.id);
      const index = await withPaths(kind, plain).catch((error: unknown) => {
        if (isForbidden(error)) return plain;
        throw error;
      });
      const found = index.find(typed);
      if (found.kind === 'one') return remember(found.id);
      const { word = kind.replaceAll('-', ' ') } = (await kindOf(kind)).declared;
      if (found.kind === 'none')
        throw unknownName(
          { word, text: typed, source },
          found.nearest.filter((it) => !words.includes(it)).map((name) => `"${name}"`),
          listHint(context.registry, kind),
        );
      const factsOf = await factsFinder(kind, found.ids);
      if (!context.terminal.canPrompt)
        throw ambiguousName({ word, text: typed, source }, index, found.ids, factsOf);
      const picked = await context.terminal.prompter.select(
        `Several records are named "${typed}". Which ${word}?`,
        found.ids.map((id) => {
          const [path, facts] = [index.choiceOf(id), factsOf(id)];
          const name = facts === '' ? path : `${path}: ${facts}`;
          return { name, value: id, ...(index.find(path).kind !== 'one' && { description: id }) };
        }),
      );
      return remember(picked);
    },
  };
}

const isForbidden = (error: unknown): boolean => error instanceof ArchctlError && error.facts.status === 403;

/** Caches a promise; failures are retried. */
function once<T>(cache: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = cache.get(key);
  if (known) return known;
  const fresh = make();
  cache.set(key, fresh);
  fresh.catch(() => cache.delete(key));
  return fresh;
}

/** Names the command that lists records of a kind; undefined if there is none. */
function listHint({ nouns, commands }: Registry, kind: string): string | undefined {
  const noun = nouns.find(({ kinds }) => kinds?.[0] === kind);
  const path = noun && [...noun.path, 'list'].join(' ');
  return commands.some((it) => it.path.join(' ') === path) ? `"archctl ${path}" lists them.` : undefined;
}
