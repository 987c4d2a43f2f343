import type { Doc } from '../../contract/doc.js';
import type { Kind } from '../../contract/records.js';
import { applyTasks, type Picture, taskOf } from '../../contract/rules/draft-task.js';
import { buildScene, type RenderOptions, type Scene, type SceneInput } from '../../drawing/index.js';
import type { RecordStore } from '../store/records.js';

/** What is to be drawn; the options are those of an export (docs/service.md#diagram-export-image). */
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

/** The only place where the store's records meet the renderer. Undefined where the diagram is gone. */
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
    // A flow of another diagram is no flow of this one.
    flow: flow?.diagramId === request.diagramId ? flow : undefined,
    options,
  };
  // A draft may say of a record what it likes; the renderer takes what it can read.
  return buildScene(input as unknown as SceneInput);
}

function load(records: RecordStore, versionId: string): Picture {
  const byId = (docs: readonly { doc: Doc }[]) => new Map(docs.map(({ doc }) => [doc.id, doc]));
  return Object.fromEntries(KINDS.map((kind) => [kind, byId(records.ofVersion(kind, versionId))]));
}
