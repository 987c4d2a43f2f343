import { entriesOf, textsOf } from '../../contract/doc.js';
import type { Flow } from '../../contract/resources/flow.js';
import {
  describeConnection,
  exportConnectionsCsv,
  exportDependencies,
  exportFlowCode,
  exportFlowMermaid,
  exportFlowText,
  exportObjectsCsv,
  listDependencies,
  syncObjectLinks,
} from '../../contract/resources/model-export.js';
import { logContext } from '../../contract/rules/log-context.js';
import {
  connectionsCsv,
  type DocumentModel,
  dependenciesIn,
  flowMermaid,
  flowPlantuml,
  flowText,
  objectsCsv,
} from '../../documents/index.js';
import { type Call, on } from '../call.js';
import { logExport } from '../exports/log-export.js';
import { versionModel } from '../exports/version-model.js';
import { FileResponse } from '../message.js';
import { requireRecord } from '../records/find.js';
import { bumped } from '../records/stamps.js';
import { recordWriter } from '../records/writer.js';

const modelOf = ({ services, landscape, version }: Call): DocumentModel =>
  versionModel(services.store.records, { versionId: version?.id ?? '', landscapeId: landscape?.id ?? '' });

const textFile = (text: string, type: string): FileResponse =>
  new FileResponse(text, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' });

/** Logs an export that completes immediately. The request is a read, but it is logged. */
const logged = (call: Call, facts: Parameters<typeof logExport>[1]): void =>
  call.services.store.transaction(() => logExport(call, facts));

function objects(call: Call<typeof exportObjectsCsv>) {
  logged(call, { type: 'model-objects-export', props: { type: 'csv' } });
  return textFile(objectsCsv(modelOf(call)), 'text/csv');
}

function connections(call: Call<typeof exportConnectionsCsv>) {
  logged(call, { type: 'model-connections-export', props: { type: 'csv' } });
  return textFile(connectionsCsv(modelOf(call)), 'text/csv');
}

function dependencies(call: Call<typeof exportDependencies>) {
  const doc = requireRecord(call, 'modelObject', 'modelObjectId');
  const { id } = doc;
  const type = 'model-object-dependencies-export';
  const context = logContext(type, { kind: 'modelObject', doc }, call.services.store.records);
  logged(call, { type, id, props: { type: 'json' }, context });
  return dependenciesIn(modelOf(call))(id);
}

/** docs/service.md#dependencies: objects that match every part of the filter, each with its dependencies. */
function filteredDependencies(call: Call<typeof listDependencies>) {
  const model = modelOf(call);
  const { objectIds, objectLabels = {}, tagIds, technologyIds } = call.query.filter ?? {};
  const anyOf = (wanted: string | string[] | undefined, ids: readonly string[]) =>
    wanted === undefined || [wanted].flat().some((id) => ids.includes(id));
  const found = model.objects.filter(
    (it) =>
      anyOf(objectIds, [it.id]) &&
      anyOf(tagIds, textsOf(it.tagIds)) &&
      anyOf(technologyIds, textsOf(it.technologyIds)) &&
      Object.entries(objectLabels).every(([label, value]) => it.labels?.[label] === value),
  );
  const of = dependenciesIn(model);
  return { dependencies: Object.fromEntries(found.map(({ id }) => [id, of(id)])) };
}

/** docs/service.md#generated-descriptions: composed from names and not stored. */
function describe(call: Call<typeof describeConnection>) {
  const { records } = call.services.store;
  const connection = requireRecord(call, 'modelConnection', 'modelConnectionId');
  const nameOf = (id: unknown) => records.get('modelObject', String(id))?.name ?? String(id);
  const [origin, target] = [nameOf(connection.originId), nameOf(connection.targetId)];
  const caption = `${origin}: ${connection.name} (${target})`;
  const via = connection.viaId ? ` It runs through ${nameOf(connection.viaId)}.` : '';
  const technologies = textsOf(connection.technologyIds)
    .flatMap((id) => records.get('catalogTechnology', id)?.name ?? [])
    .join(', ');
  const uses = technologies === '' ? '' : ` It uses ${technologies}.`;
  const both = connection.direction === 'bidirectional' ? ' Either side can initiate it.' : '';
  const detailed = `${origin} is connected to ${target}: ${connection.name}.${via}${uses}${both}`;
  return {
    description: call.body.type === 'caption' ? caption : detailed,
    message: 'The sandbox composed this from names, without a language model.',
  };
}

/** docs/service.md#links: the sandbox sends no requests; a link is valid if its URL could be fetched. */
function syncLinks(call: Call<typeof syncObjectLinks>) {
  const before = requireRecord(call, 'modelObject', 'modelObjectId');
  const links = Object.fromEntries(
    entriesOf(before.links).map(([id, link]) => {
      const isValid = /^https?:\/\/[^\s/]/i.test(String(link.url ?? ''));
      const { errorMessage: _before, ...rest } = link;
      const outcome = isValid ? {} : { errorMessage: 'The link has no URL that can be fetched.' };
      return [id, { ...rest, status: isValid ? 'valid' : 'invalid', ...outcome }];
    }),
  );
  if (JSON.stringify(links) === JSON.stringify(before.links ?? {})) return { links };
  const writer = recordWriter(call);
  writer.update('modelObject', before, bumped(call, { ...before, links }), { links });
  writer.finish();
  return { links };
}

const flowFile =
  (write: (flow: Flow, model: DocumentModel) => string) =>
  (call: Call): FileResponse =>
    textFile(write(requireRecord(call, 'flow', 'flowId'), modelOf(call)), 'text/plain');

const ownTransactions = { ownTransactions: true };

export const handlers = [
  on(exportObjectsCsv, objects, ownTransactions),
  on(exportConnectionsCsv, connections, ownTransactions),
  on(exportDependencies, dependencies, ownTransactions),
  on(listDependencies, filteredDependencies),
  on(describeConnection, describe),
  on(syncObjectLinks, syncLinks),
  on(exportFlowText, flowFile(flowText)),
  on(exportFlowCode, flowFile(flowPlantuml)),
  on(exportFlowMermaid, flowFile(flowMermaid)),
];
