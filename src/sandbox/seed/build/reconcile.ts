import type { SeedKind, SeedRecord } from './types.js';

/** Record kind by the first part of an action type. */
const KINDS: Readonly<Record<string, SeedKind>> = {
  comment: 'comment',
  diagram: 'diagram',
  'diagram-content': 'diagramContent',
  domain: 'domain',
  draft: 'draft',
  'draft-task': 'draftTask',
  flow: 'flow',
  'model-connection': 'modelConnection',
  'model-object': 'modelObject',
  tag: 'tag',
  'tag-group': 'tagGroup',
};

/**
 * Makes the `created…` and `updated…` fields of records agree with the logs, in every version that is younger than the
 * action. Modifies the records in place.
 */
export function reconcile(records: readonly SeedRecord[], logs: readonly SeedRecord[]): void {
  const byId = new Map(records.map((it) => [`${it.kind} ${it.record.id}`, it.record]));
  const actionLogs = logs
    .filter((it) => it.kind === 'actionLog')
    .map(({ record }) => record)
    .sort((a, b) => (String(a.performedAt) < String(b.performedAt) ? -1 : 1));
  for (const log of actionLogs) {
    const action = log.action as { id: string; type: string };
    const [, subject = '', verb] = /^(.+)-(create|update|merge)$/.exec(action.type) ?? [];
    const kind = KINDS[subject];
    const original = kind && byId.get(`${kind} ${action.id}`);
    if (!original) continue;
    const copies = records.filter((it) => it.kind === kind && sameEntity(it.record, original));
    for (const { record } of copies) {
      const version = byId.get(`version ${String(record.versionId)}`);
      const frozen = Array.isArray(version?.tags) && version.tags.length === 0;
      if (frozen && String(version.createdAt) < String(log.performedAt)) continue;
      if (verb === 'create') stampCreated(record, log);
      else stamp(record, 'updated', log);
    }
  }
}

type Body = SeedRecord['record'];

function sameEntity(one: Body, other: Body): boolean {
  return one.id === other.id || (one.handleId !== undefined && one.handleId === other.handleId);
}

function stampCreated(record: Body, log: Body): void {
  stamp(record, 'created', log);
  if (record.updatedAt === undefined) return;
  if (record.version === 1 || String(record.updatedAt) < String(log.performedAt)) {
    stamp(record, 'updated', log);
  }
  if (record.pinnedAt !== undefined) record.pinnedAt = log.performedAt;
}

function stamp(record: Body, moment: 'created' | 'updated', log: Body): void {
  record[`${moment}At`] = log.performedAt;
  record[`${moment}By`] = log.performedBy;
  record[`${moment}ById`] = log.performedById;
}
