import { usageError } from '../../../base/errors.js';
import { isObject } from '../../../base/is-object.js';
import type { JsonObject } from '../../../base/json/json-object.js';
import { randomId } from '../../../base/random-id.js';
import { pathOf } from '../../../cli/command/operation-command.js';
import { identifiers, longName, texts } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';
import { entriesOf } from '../../../contract/doc.js';
import { adrs } from '../../../contract/resources/adr.js';

/** Options for the related items of a decision. An update replaces all items, so the record is read first. */

const KINDS = { diagram: 'Diagram', adr: 'Decision', draft: 'Draft' } as const;
type ItemKind = keyof typeof KINDS;

const option = (prefix: string, kind: ItemKind, help: string) => ({
  [`${prefix}${kind === 'adr' ? 'Adr' : KINDS[kind]}`]: identifiers(help, {
    changes: 'relatedItems',
    completes: kind,
    value: 'NAME',
  }),
});

export const RELATE_OPTIONS = {
  ...option('relate', 'diagram', 'Diagram that the decision is about'),
  ...option('relate', 'adr', 'Decision that it builds on or replaces'),
  ...option('relate', 'draft', 'Draft that carries it out'),
  relateLink: texts('Link to add, optionally with a name', { value: '[NAME=]URL', changes: 'relatedItems' }),
};

export const UNRELATE_OPTIONS = {
  ...option('unrelate', 'diagram', 'Related diagram to remove'),
  ...option('unrelate', 'adr', 'Related decision to remove'),
  ...option('unrelate', 'draft', 'Related draft to remove'),
  unrelateLink: texts('Link to remove, by its URL or name', { value: 'URL', changes: 'relatedItems' }),
};

/** Related item without its id and position. */
interface Target {
  type: ItemKind | 'link';
  [field: string]: unknown;
}

/** Items named by the options with this prefix. */
const targetsOf = (options: Readonly<Record<string, unknown>>, prefix: string): Target[] => {
  const given = (suffix: string): string[] => {
    const value = options[`${prefix}${suffix}`];
    return Array.isArray(value) ? value.map(String) : [];
  };
  return [
    ...given('Diagram').map((diagramId): Target => ({ type: 'diagram', diagramId })),
    ...given('Adr').map((adrId): Target => ({ type: 'adr', adrId })),
    ...given('Draft').map((draftId): Target => ({ type: 'draft', draftId })),
    ...given('Link').map((text): Target => ({ type: 'link', link: linkOf(text) })),
  ];
};

/** A link from `URL` or `NAME=URL`. */
function linkOf(text: string): { url: string; customName?: string } {
  const [, customName, named] = /^([^=:]+)=(.+)$/s.exec(text) ?? [];
  return customName !== undefined && named !== undefined ? { url: named, customName } : { url: text };
}

/**
 * Applies the options to the related items of `--data` or of the record. For several records, `related` does this per
 * record. Errors: `usage` for a link that is not a URL; those of reading the record.
 */
export async function withRelatedItems(
  body: JsonObject,
  context: Context,
  verb: string,
): Promise<JsonObject> {
  if (!changesItems(context)) return body;
  if (verb === 'create' || isObject(body.relatedItems)) return withRecordItems(body, {}, context);
  if (typeof context.parsed.args.adrId !== 'string') return body;
  const client = await context.client();
  const { adr } = await client.perform(adrs.get, { path: await pathOf(context, adrs.get) });
  return withRecordItems(body, adr as JsonObject, context);
}

const changesItems = ({ parsed: { options } }: Context): boolean =>
  ['relate', 'unrelate'].some((prefix) => targetsOf(options, prefix).length > 0);

/** Body with changed related items, and the commit of the record that was read. */
export function withRecordItems(body: JsonObject, record: JsonObject, { parsed }: Context): JsonObject {
  const added = targetsOf(parsed.options, 'relate');
  for (const { link } of added) checkLink(link);
  const removed = targetsOf(parsed.options, 'unrelate');
  const both = added.find((target) => removed.some((it) => matchesTarget(target, it)));
  if (both) throw usageError(`The same ${both.type} is both added and removed.`);
  const isGiven = isObject(body.relatedItems);
  const items = entriesOf(isGiven ? body.relatedItems : record.relatedItems).filter(
    ([, item]) => !removed.some((it) => matchesTarget(item, it)),
  );
  const fresh = added.filter((target) => !items.some(([, item]) => matchesTarget(item, target)));
  const last = Math.max(-1, ...items.map(([, { index }]) => Number(index ?? -1)));
  const created = fresh.map((target, at): [string, JsonObject] => {
    const id = randomId();
    const link = isObject(target.link) && { link: { id, index: 0, ...target.link } };
    return [id, { id, index: last + 1 + at, ...target, ...link }];
  });
  const { commit } = record;
  return {
    ...(!isGiven && commit !== undefined && { commit }),
    ...body,
    relatedItems: Object.fromEntries([...items, ...created]),
  };
}

/** Whether an item and a target of an option are the same; a link can be named by its URL or name. */
function matchesTarget(item: JsonObject, target: Target): boolean {
  if (item.type !== target.type) return false;
  if (!isObject(target.link)) return ['diagramId', 'adrId', 'draftId'].every((it) => item[it] === target[it]);
  const { url } = target.link;
  return isObject(item.link) && [item.link.url, item.link.customName].includes(url);
}

function checkLink(link: unknown): void {
  if (!isObject(link) || URL.canParse(String(link.url))) return;
  throw usageError(`Option ${longName('relateLink')}: "${String(link.url)}" is not a URL.`, {
    hint: 'Example: --relate-link "Benchmark=https://example.com/benchmark"',
  });
}
