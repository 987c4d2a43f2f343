import { ArchctlError } from '../../base/errors.js';
import type { JsonObject } from '../../base/json/json-object.js';
import { capitalised, pluralize } from '../../base/text/words.js';
import { FAMILIES } from '../../contract/families.js';
import {
  NAMESAKE_FIELDS,
  NAMESAKES_SHARE,
  type NamedKind,
  namesakeInWords,
  namesakeKey,
} from '../../contract/rules/namesakes.js';
import { pathOf } from '../command/input/request-parts.js';
import type { Context } from '../command/spec.js';
import { equalsInWords, ownKeyId } from './equal-records.js';
import { recordsOf } from './kind-records.js';

/** Maximum number of warnings for one command. */
const MAX_WARNINGS = 10;
/** Maximum number of places whose records are read one by one; for more, the whole list is read. */
const MAX_PLACES = 10;

/** Kinds of the lists, as nouns complete them. */
const LISTS: Readonly<Record<NamedKind, string>> = { modelObject: 'object', modelConnection: 'connection' };

/**
 * Warns about written records that have the name of another record in the same place (docs/service.md#names). Uses the
 * list that resolved names, if it was read. Otherwise it reads the records of the same places: on a terminal, and if names
 * were resolved. A dry run, and a script that sends only ids, send no further requests.
 * @param written The records, or their bodies before they are written.
 */
export async function warnAboutNamesakes(
  context: Context,
  kind: NamedKind,
  written: readonly JsonObject[],
  mayRead: boolean,
): Promise<void> {
  const keyed = written.flatMap((record) => {
    const key = namesakeKey(kind, record);
    return key === undefined ? [] : [{ key, record }];
  });
  if (keyed.length === 0) return;
  try {
    const firsts = new Map<string, JsonObject>();
    const ids = new Set(keyed.map(({ record }) => record.id));
    const others = (await recordsNear(context, kind, keyed, mayRead)).filter(({ id }) => !ids.has(id));
    for (const record of [...others, ...keyed.map((it) => it.record)]) {
      const key = namesakeKey(kind, record);
      if (key !== undefined && !firsts.has(key)) firsts.set(key, record);
    }
    const clashes = keyed.flatMap(({ key, record }) => {
      const first = firsts.get(key);
      return first && first !== record ? [{ record, first }] : [];
    });
    await report(context, kind, clashes);
  } catch (error) {
    // Without the list, there is no warning.
    if (!(error instanceof ArchctlError)) throw error;
  }
}

/** Records in the places of the written ones. */
async function recordsNear(
  context: Context,
  kind: NamedKind,
  written: readonly { record: JsonObject }[],
  mayRead: boolean,
): Promise<readonly JsonObject[]> {
  const names = await context.names();
  const known = await names.known(LISTS[kind]);
  if (known) return known;
  const { list } = FAMILIES.find(({ shape }) => shape.singular === kind) ?? {};
  // A script that sends only ids gets no further requests.
  const readsNames = context.terminal.isInteractive || names.known('object') !== undefined;
  if (!list || !mayRead || !readsNames || context.parsed.globals.dryRun) return [];
  const [field = ''] = NAMESAKE_FIELDS[kind];
  const places = [...new Set(written.map(({ record }) => String(record[field])))];
  if (places.length > MAX_PLACES) return names.records(LISTS[kind]);
  const client = await context.client();
  const path = await pathOf(context, list, {});
  const [only] = written.length === 1 ? written : [];
  const found = await Promise.all(
    places.map((place) =>
      recordsOf(client, list, path, {
        query: { filter: { [field]: place, ...(only && { name: only.record.name }) } },
      }),
    ),
  );
  return found.flat();
}

async function report(
  context: Context,
  kind: NamedKind,
  clashes: readonly { record: JsonObject; first: JsonObject }[],
): Promise<void> {
  if (clashes.length === 0) return;
  const { terminal } = context;
  const names = await context.names();
  const inWords = await equalsInWords(
    names,
    clashes.map(({ first }) => first),
    ownKeyId(context),
  );
  const word = LISTS[kind];
  for (const { record, first } of clashes.slice(0, MAX_WARNINGS)) {
    const facts = [inWords(first), typeof first.id === 'string' ? `id ${first.id}` : ''];
    const about = facts.filter((it) => it !== '').join(', ');
    terminal.warn(`${capitalised(word)} ${namesakeInWords(kind, word, String(record.name), about)}`);
  }
  const more = clashes.length - MAX_WARNINGS;
  if (more > 0) terminal.warn(`and ${pluralize(more, `more ${word}`)} with ${NAMESAKES_SHARE[kind]}.`);
}
