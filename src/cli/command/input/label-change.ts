import { usageError } from '../../../base/errors.js';
import { isObject } from '../../../base/is-object.js';
import type { JsonObject } from '../../../base/json/json-object.js';
import type { FamilyCommandSpec } from '../family/family-spec.js';
import { pathOf } from '../operation-command.js';
import { pairs, texts } from '../options.js';
import type { Context } from '../spec.js';

/**
 * Label options of an update. A PATCH replaces all labels (docs/service.md#labels), so the record is read first, and
 * its commit prevents lost updates.
 */
export const LABEL_CHANGES = {
  label: pairs('Label to add or change; the others stay', { changes: 'labels', completes: 'label' }),
  removeLabel: texts('Label to remove, by its key', { value: 'KEY', changes: 'labels' }),
};

interface Given {
  label?: Readonly<Record<string, string>>;
  removeLabel?: readonly string[];
}

/**
 * Applies `--label` and `--remove-label` to the labels of `--data` or of the record. For several records, `labelled`
 * does this per record. Errors: `usage` for a label that is both set and removed; those of reading the record.
 */
export async function withLabels(
  body: JsonObject,
  context: Context,
  family: FamilyCommandSpec['family'],
): Promise<JsonObject> {
  const { label = {}, removeLabel = [] } = context.parsed.options as Given;
  const both = removeLabel.find((key) => Object.hasOwn(label, key));
  if (both !== undefined) throw usageError(`The label ${both} is both set and removed.`);
  if (Object.keys(label).length === 0 && removeLabel.length === 0) return body;
  if (typeof context.parsed.args[family.shape.param] !== 'string') return body;
  if (isObject(body.labels)) return withRecordLabels(body, {}, context);
  const { recordBefore } = await import('../family/change-line.js');
  const record = await recordBefore(context, family, await pathOf(context, family.get));
  return withRecordLabels(body, record ?? {}, context);
}

/** Body with changed labels and the commit of the record that was read. */
export function withRecordLabels(body: JsonObject, record: JsonObject, { parsed }: Context): JsonObject {
  const { label = {}, removeLabel = [] } = parsed.options as Given;
  if (isObject(body.labels)) return { ...body, labels: changed(body.labels, label, removeLabel) };
  const { labels, commit } = record;
  return { commit, ...body, labels: changed(isObject(labels) ? labels : {}, label, removeLabel) };
}

const changed = (labels: JsonObject, added: JsonObject, removed: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries({ ...labels, ...added }).filter(([key]) => !removed.includes(key)));
