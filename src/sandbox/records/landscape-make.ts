import type { Doc, Fields } from '../../contract/doc.js';
import { LANDSCAPE_LIMIT } from '../../contract/limits.js';
import type {
  copyLandscape,
  createLandscape,
  duplicateLandscape,
} from '../../contract/resources/landscape.js';
import { nounOf } from '../../contract/rules/references.js';
import { contentsOf, handleClashes } from '../../contract/rules/versions/version-copy.js';
import type { Call } from '../call.js';
import { exhausted, invalid, notFound, Refusal } from '../refusal.js';
import { copyVersion, liveVersionOf, newVersion } from './copy-landscape.js';
import { writeFirstDomain } from './root.js';
import { createdBy } from './stamps.js';
import { type RecordWriter, recordWriter } from './writer.js';

/** @throws Refusal `exhausted` if the plan's landscapes are used up (docs/service.md#choices-of-the-sandbox). */
function checkLandscapeLimit({ services, key }: Call): void {
  const limit = LANDSCAPE_LIMIT[services.plan];
  const count = services.store.records.ofOwner('landscape', key.organizationId).length;
  if (limit === null || count < limit) return;
  throw exhausted(
    `The ${services.plan} plan includes ${limit} landscapes, and there are ${count}.`,
    'plan/landscapes',
  );
}

/**
 * Creates a landscape from a template, or with a domain and its root (docs/service.md#landscape). Writes one log entry,
 * with a child for each record.
 */
export function createLandscapeFrom(call: Call<typeof createLandscape>) {
  const { services, key, body } = call;
  const { name, scheduledVersions = false, templateId } = body;
  const source = templateId === undefined ? undefined : templateVersion(call, templateId);
  checkLandscapeLimit(call);
  const { organizationId } = key;
  const landscape: Doc = {
    id: services.newId(),
    organizationId,
    name,
    scheduledVersions,
    ...createdBy(call),
  };
  const version = newVersion(call, landscape.id);
  const writer = recordWriter(call);
  writer.create('landscape', landscape, body);
  writer.create('version', version);
  if (source) copyVersion(call, source, version, writer);
  else writeFirstDomain(call, version, name, writer);
  writer.finish();
  return { landscape, version: services.store.records.get('version', version.id) };
}

function templateVersion(call: Call, templateId: string): Doc {
  const template = call.services.store.records.get('landscapeTemplate', templateId);
  const version = template && liveVersionOf(call, template.landscapeId);
  if (!version) throw notFound(`The landscape template ${templateId}`);
  return version;
}

/**
 * Duplicates a landscape (docs/service.md#endpoints, endpoint 3). Copies the contents of the live version under new
 * ids. The source's log gets one entry, with a child for each new record.
 */
export function duplicateLandscapeOf(call: Call<typeof duplicateLandscape>) {
  const { services, key, body } = call;
  const { source, live } = sourceOf(call);
  const target = call.query.targetOrganizationId;
  if (target !== undefined && target !== key.organizationId) throw notFound(`The organization ${target}`);
  checkLandscapeLimit(call);
  const { name, scheduledVersions = source.scheduledVersions ?? false } = body;
  const id = services.newId();
  const landscape: Doc = { ...source, id, name, scheduledVersions, ...createdBy(call) };
  const writer = recordWriter(call);
  const targetOrganizationName = services.store.records.get('organization', target ?? '')?.name;
  logCopy(call, writer, 'landscape-duplicate', {
    props: call.query,
    context: { name: source.name, targetOrganizationName },
    related: id,
  });
  writer.create('landscape', landscape);
  const version: Doc = { ...live, ...newVersion(call, id), name: live.name, notes: live.notes };
  writer.create('version', { ...version, modelHandleId: live.modelHandleId ?? null });
  copyVersion(call, live, version, writer);
  writer.finish();
  return { landscape };
}

/** Copies the contents of the source's live version into the target's (docs/service.md#copies). */
export function copyIntoLandscape(call: Call<typeof copyLandscape>) {
  const { services, key, query } = call;
  const { records } = services.store;
  const { source, live } = sourceOf(call);
  const target = records.get('landscape', query.targetLandscapeId);
  if (target?.organizationId !== key.organizationId)
    throw notFound(`The landscape ${query.targetLandscapeId}`);
  if (target.id === source.id) throw invalid(['targetLandscapeId: is the landscape itself']);
  const into = liveVersionOf(call, target.id);
  if (!into) throw notFound(`The live version of the landscape ${target.id}`);
  const clashes = handleClashes(records, contentsOf(records, live.id), into.id);
  if (clashes.length > 0) {
    throw new Refusal('conflict', 'The target landscape already has records with these handles.', {
      code: 'handle-taken',
      errors: clashes.map(
        ({ kind, doc }) =>
          `${nounOf(kind)} ${String(doc.name ?? doc.id)}: its handle ${String(doc.handleId)} is taken`,
      ),
    });
  }
  const writer = recordWriter(call);
  const context = { name: source.name, targetLandscapeName: target.name };
  logCopy(call, writer, 'landscape-copy', { props: query, context, related: target.id });
  copyVersion(call, live, into, writer);
  writer.finish();
  return {};
}

function sourceOf(call: Call): { source: NonNullable<Call['landscape']>; live: Doc } {
  const { landscape: source } = call;
  if (!source) throw notFound('The landscape');
  const live = liveVersionOf(call, source.id);
  if (!live) throw notFound(`The live version of the landscape ${source.id}`);
  return { source, live };
}

function logCopy(
  { landscape }: Call,
  writer: RecordWriter,
  type: string,
  { props, context, related }: { props: unknown; context: Fields; related: string },
): void {
  writer.logs.write({
    type,
    id: landscape?.id ?? '',
    props,
    context,
    related: [related],
    importance: 'high',
    landscapeId: landscape?.id,
  });
}
