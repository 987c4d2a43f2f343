import { usageError } from '../../base/errors.js';
import { isObject } from '../../base/is-object.js';
import type { FamilyCommandSpec } from './family-spec.js';
import { pathOf } from './operation-command.js';
import { pairs, texts } from './options.js';
import type { Context } from './spec.js';

type Json = Record<string, unknown>;

/**
 * Labels of an update. A PATCH takes them as a whole (docs/service.md#labels): what is not named here is read first,
 * and the commit that was read makes sure that nobody's label is lost.
 */
export const LABEL_CHANGES = {
  label: pairs('Label to add or change; all others stay', { changes: 'labels', completes: 'label' }),
  removeLabel: texts('Label to take away, by its key', { value: 'KEY', changes: 'labels' }),
};

interface Given {
  label?: Readonly<Record<string, string>>;
  removeLabel?: readonly string[];
}

/**
 * The body of an update with `--label` and `--remove-label` in it, over the labels of `--data` or those the record has.
 * Of several records each has labels of its own: their bodies get them by `labelled`.
 * Errors: `usage` for a label that is both given and taken away; what reading the record can end with.
 */
export async function withLabels(
  body: Json,
  context: Context,
  { get, shape }: FamilyCommandSpec['family'],
): Promise<Json> {
  const { label = {}, removeLabel = [] } = context.parsed.options as Given;
  const both = removeLabel.find((key) => Object.hasOwn(label, key));
  if (both !== undefined) throw usageError(`The label ${both} is both given and taken away.`);
  if (Object.keys(label).length === 0 && removeLabel.length === 0) return body;
  if (typeof context.parsed.args[shape.param] !== 'string') return body;
  if (isObject(body.labels)) return labelled(body, {}, context);
  const client = await context.client();
  const answer = await client.perform(get, { path: await pathOf(context, get) });
  return labelled(body, answer[shape.singular] as Json, context);
}

/** The body with the labels that come and go, over its own or those of the record, at the commit it was read at. */
export function labelled(body: Json, record: Json, { parsed }: Context): Json {
  const { label = {}, removeLabel = [] } = parsed.options as Given;
  if (isObject(body.labels)) return { ...body, labels: changed(body.labels, label, removeLabel) };
  const { labels, commit } = record;
  return { commit, ...body, labels: changed(isObject(labels) ? labels : {}, label, removeLabel) };
}

const changed = (labels: Json, added: Json, removed: readonly string[]): Json =>
  Object.fromEntries(Object.entries({ ...labels, ...added }).filter(([key]) => !removed.includes(key)));
