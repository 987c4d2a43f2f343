import { entriesOf, type Fields, textsOf } from '../contract/doc.js';
import type { LandscapeExportFilter } from '../contract/resources/landscape-export.js';
import type { DocumentModel } from './model.js';

/** Lists filter ids that the model does not contain, each as `path: problem`. */
export function filterProblems(model: DocumentModel, filter: LandscapeExportFilter): string[] {
  const has = (list: readonly { id: string }[], id: string | undefined) =>
    id === undefined || list.some((it) => it.id === id);
  const { diagramId, flowId, modelObjectId } = filter;
  return [
    ...(has(model.diagrams, diagramId) ? [] : [`filter.diagramId: there is no diagram ${diagramId}`]),
    ...(has(model.flows, flowId) ? [] : [`filter.flowId: there is no flow ${flowId}`]),
    ...(has(model.objects, modelObjectId)
      ? []
      : [`filter.modelObjectId: there is no model object ${modelObjectId}`]),
  ];
}

/**
 * Selects the part of a model for an export (docs/service.md#exports): the content of a diagram, the objects of a flow,
 * an object and its descendants. Several filters are combined with AND.
 */
export function selectPart(model: DocumentModel, filter: LandscapeExportFilter): DocumentModel {
  const wanted = objectsWanted(model, filter);
  const { includeDiagrams = true, includeFlows = true } = filter;
  const within = wanted === undefined ? model : restrictTo(model, wanted, filter);
  return {
    ...within,
    diagrams: includeDiagrams ? within.diagrams : [],
    flows: includeFlows ? within.flows : [],
  };
}

/** Ids of the objects that match every filter; undefined without a filter. */
function objectsWanted(model: DocumentModel, filter: LandscapeExportFilter): Set<string> | undefined {
  const { diagramId, flowId, modelObjectId } = filter;
  const parts: Set<string>[] = [];
  if (diagramId !== undefined) parts.push(onDiagram(model, diagramId));
  if (flowId !== undefined) parts.push(inFlow(model, flowId));
  if (modelObjectId !== undefined) parts.push(below(model, modelObjectId));
  const [first, ...others] = parts;
  return first && new Set([...first].filter((id) => others.every((it) => it.has(id))));
}

function restrictTo(
  model: DocumentModel,
  wanted: ReadonlySet<string>,
  { diagramId, flowId }: LandscapeExportFilter,
): DocumentModel {
  const objects = model.objects.filter(({ id }) => wanted.has(id));
  const flowDiagram = model.flows.find(({ id }) => id === flowId)?.diagramId;
  const diagrams = model.diagrams.filter(
    ({ id, modelId }) =>
      (diagramId === undefined || id === diagramId) &&
      (flowId === undefined || id === flowDiagram) &&
      (diagramId !== undefined || flowId !== undefined || wanted.has(String(modelId))),
  );
  const shown = new Set(diagrams.map(({ id }) => id));
  const domains = new Set(objects.map(({ domainId }) => domainId));
  return {
    ...model,
    domains: model.domains.filter(({ id }) => domains.has(id)),
    objects,
    connections: model.connections.filter(
      ({ originId, targetId }) => wanted.has(originId) && wanted.has(targetId),
    ),
    diagrams,
    flows: model.flows.filter(({ id, diagramId: at }) =>
      flowId === undefined ? shown.has(at) : id === flowId,
    ),
  };
}

/** Adds the ancestors of the objects, which give them context. */
function withAncestors(model: DocumentModel, ids: readonly string[]): Set<string> {
  const objects = new Map(model.objects.map((it) => [it.id, it]));
  return new Set(ids.flatMap((id) => [id, ...textsOf(objects.get(id)?.parentIds)]));
}

function onDiagram(model: DocumentModel, diagramId: string): Set<string> {
  const content = model.contents.find(({ id }) => id === diagramId);
  return withAncestors(
    model,
    entriesOf(content?.objects).map(([, { modelId }]) => String(modelId)),
  );
}

function inFlow(model: DocumentModel, flowId: string): Set<string> {
  const flow = model.flows.find(({ id }) => id === flowId);
  const ends = entriesOf(flow?.steps).flatMap(([, { originId, targetId, viaId }]: [string, Fields]) =>
    textsOf([originId, targetId, viaId]),
  );
  return withAncestors(model, ends);
}

const below = (model: DocumentModel, id: string): Set<string> =>
  new Set(
    model.objects.filter((it) => it.id === id || textsOf(it.parentIds).includes(id)).map((it) => it.id),
  );
