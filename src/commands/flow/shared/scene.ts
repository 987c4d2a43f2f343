import type { JsonObject } from '../../../base/json/json-object.js';
import { type Found, type NameIndex, nameIndex } from '../../../base/name-index.js';
import type { Context, KindNames, Names } from '../../../cli/command/spec.js';
import { versionPath } from '../../../cli/command/version-path.js';
import { type DiagramContent, getDiagramContent } from '../../../contract/resources/diagram-content.js';
import { ignoreDeleted } from '../../shared/names-of.js';

/** A line on a diagram, from one drawn object to another. */
export interface DrawnLine {
  originId: string;
  targetId: string;
  /** Model object that the connection passes through. */
  viaId: string | undefined;
}

/** Objects that the steps of a flow can name: those of its landscape, and which of them its diagram shows. */
export interface FlowScene {
  /** Name of the diagram on a command line. */
  readonly diagram: string;
  readonly lines: readonly DrawnLine[];
  /** Ends of all connections of the model, as model objects. */
  readonly connections: readonly { originId: string; targetId: string }[];
  /** Model object of an end of a step, which may be a drawn object. */
  modelOf(id: string): string;
  /** Drawn objects of a model object. */
  drawnOf(modelId: string): readonly string[];
  /** Text that identifies an object among those of the diagram: its name, its path or its id. */
  wordOf(id: string): string;
  /** Model object that a text identifies; objects of the diagram come first. */
  find(word: string): Found;
  pathOf(modelId: string): string;
  /** The same for flows. */
  flowWordOf(id: string): string;
  findFlow(word: string): Found;
}

/** Reads a diagram with the names on it. `connections` also reads what new steps need. Errors: those of the client. */
export async function openScene(
  context: Context,
  diagramId: string,
  { flows, connections }: { flows: boolean; connections: boolean },
): Promise<FlowScene> {
  const path = await versionPath(context);
  // A dry run reads, too: it shows the ids.
  const client = await context.client(context.parsed.globals.dryRun ? { reads: true } : undefined);
  const names = await context.names();
  const [content, objects, flowNames, diagrams, connected] = await Promise.all([
    client.call(getDiagramContent, { path: { ...path, diagramId } }).catch(ignoreDeleted),
    names.of('object'),
    flows ? names.of('flow') : undefined,
    connections ? names.of('diagram') : undefined,
    connections ? names.records('connection') : [],
  ]);
  return sceneOf({
    diagram: diagrams?.wordFor(diagramId) ?? diagramId,
    content: content?.diagramContent,
    objects: nameIndex(objects.items),
    flows: flowNames && nameIndex(flowNames.items, await diagramsOf(names, flowNames)),
    connections: connected,
  });
}

/** The index of diagrams for paths of flows, if two flows have the same name. */
async function diagramsOf(names: Names, flows: KindNames): Promise<NameIndex | undefined> {
  const all = flows.items.map(({ name }) => name);
  if (new Set(all).size === all.length) return undefined;
  return nameIndex((await names.of('diagram')).items);
}

interface SceneSource {
  diagram: string;
  content: DiagramContent | undefined;
  objects: NameIndex;
  flows: NameIndex | undefined;
  connections: readonly JsonObject[];
}

function sceneOf({ diagram, content, objects, flows, connections }: SceneSource): FlowScene {
  const models = new Map(Object.values(content?.objects ?? {}).map(({ id, modelId }) => [id, modelId]));
  const drawn = new Map<string, string[]>();
  for (const [id, modelId] of models) drawn.set(modelId, [...(drawn.get(modelId) ?? []), id]);
  const modelOf = (id: string): string => models.get(id) ?? id;
  const find = (word: string): Found => {
    const found = objects.find(modelOf(word));
    if (found.kind !== 'several') return found;
    const ids = found.ids.filter((id) => drawn.has(id));
    const [id] = ids;
    return id !== undefined && ids.length === 1
      ? { kind: 'one', id }
      : { ...found, ids: ids.length > 0 ? ids : found.ids };
  };
  const byConnection = new Map(connections.map((it) => [String(it.id), it]));
  return {
    diagram,
    lines: Object.values(content?.connections ?? {}).flatMap(({ originId, targetId, modelId }) => {
      const viaId = byConnection.get(modelId ?? '')?.viaId;
      return originId === null || targetId === null
        ? []
        : [{ originId, targetId, viaId: typeof viaId === 'string' ? viaId : undefined }];
    }),
    connections: connections.map(({ originId, targetId }) => ({
      originId: String(originId),
      targetId: String(targetId),
    })),
    modelOf,
    drawnOf: (modelId) => drawn.get(modelId) ?? [],
    find,
    pathOf: objects.pathOf,
    wordOf: (id) => wordFor(modelOf(id), objects, find),
    flowWordOf: (id) => (flows ? wordFor(id, flows, flows.find) : id),
    findFlow: (word) => flows?.find(word) ?? { kind: 'none', nearest: [] },
  };
}

const wordFor = (id: string, names: NameIndex, find: (word: string) => Found): string =>
  [names.nameOf(id), names.pathOf(id)].find((word) => {
    const found = word === undefined ? undefined : find(word);
    return found?.kind === 'one' && found.id === id;
  }) ?? id;
