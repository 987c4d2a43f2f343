import type { Doc } from '../../contract/doc.js';
import type { Kind } from '../../contract/records.js';
import { applyTasks, type RecordsByKind, taskOf } from '../../contract/rules/drafts/draft-task.js';
import { buildScene, type RenderOptions, type Scene, type SceneInput } from '../../drawing/index.js';
import type { RecordStore } from '../store/records.js';

/** Options of one rendering, the same as those of an export (docs/service.md#diagram-export-image). */
export interface PictureRequest {
  versionId: string;
  organizationId: string;
  diagramId: string;
  options: RenderOptions & { draftId?: string | undefined };
}

const KINDS = [
  'modelObject',
  'modelConnection',
  'tag',
  'tagGroup',
  'diagram',
  'diagramContent',
  'flow',
] as const satisfies readonly Kind[];

/**
 * Converts store records into the renderer's input; the only place that couples the two. Undefined if the diagram does
 * not exist.
 */
export function sceneOf(
  records: RecordStore,
  request: PictureRequest,
): { scene: Scene; unknownIds: string[] } | undefined {
  const { draftId, ...options } = request.options;
  const picture = load(records, request.versionId);
  if (draftId !== undefined) applyTasks(picture, records.ofOwner('draftTask', draftId).map(taskOf));
  const diagram = picture.diagram?.get(request.diagramId);
  if (!diagram) return undefined;
  const flow = options.flowId === undefined ? undefined : picture.flow?.get(options.flowId);
  const list = (kind: Kind) => [...(picture[kind]?.values() ?? [])];
  const input = {
    diagram,
    content: picture.diagramContent?.get(request.diagramId) ?? {},
    modelObjects: list('modelObject'),
    modelConnections: list('modelConnection'),
    technologies: records.all('catalogTechnology').map(({ doc }) => doc),
    tags: list('tag'),
    tagGroups: list('tagGroup'),
    teams: records.ofOwner('team', request.organizationId),
    // Ignores a flow of another diagram.
    flow: flow?.diagramId === request.diagramId ? flow : undefined,
    options,
  };
  // Drafts may contain invalid records; the renderer ignores what it cannot read.
  return buildScene(input as unknown as SceneInput);
}

function load(records: RecordStore, versionId: string): RecordsByKind {
  const byId = (docs: readonly { doc: Doc }[]) => new Map(docs.map(({ doc }) => [doc.id, doc]));
  return Object.fromEntries(KINDS.map((kind) => [kind, byId(records.ofVersion(kind, versionId))]));
}
