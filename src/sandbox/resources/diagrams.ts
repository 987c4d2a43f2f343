import { applyPatch } from '../../contract/rules/patch.js';
import { danglingReferences } from '../../contract/rules/references.js';
import { logWriter } from '../logs/log-writer.js';
import { bumped, createdBy, type RecordWriter, recordWriter } from '../records/writer.js';
import type { Call, Doc } from '../types.js';
import type { Draft, FamilyHooks } from './family.js';

type Entries = Record<string, Record<string, unknown>>;

const MAPS = ['objects', 'connections', 'comments'] as const;

const contentOf = (call: Call, id: string): Doc | undefined =>
  call.services.store.records.get('diagramContent', id);

const contentPart = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(MAPS.flatMap((map) => (body[map] === undefined ? [] : [[map, body[map]]])));

/** Diagrams and, beside each, its content with the same id (known answers, DiagramContent). */
export const diagramHooks: FamilyHooks = {
  kind: 'diagram',
  defaults: () => ({
    description: '',
    groupId: null,
    parentId: null,
    pinned: false,
    status: 'current',
    zoomOverrides: null,
    commentCount: 0,
    connectionCount: 0,
    objectCount: {},
  }),
  bodyOnly: MAPS,
  check: (draft) => contentProblems(draft),
  alongside: (draft, writer) => writeContent(draft, writer),
  also: (call, id) => ({ diagramContent: contentOf(call, id) }),
  matches: (doc, call) => {
    const { empty } = (call.query.filter ?? {}) as { empty?: boolean };
    if (empty === undefined) return true;
    const placed = Object.values(doc.objectCount as Record<string, number>).some((count) => count > 0);
    return empty !== placed;
  },
  viewed: (call, doc) => viewContent(call, doc),
};

/** Remembers who looked at a diagram last; not a change of the diagram (known answers, `updateViewedAt`). */
export function viewContent(call: Call, diagram: Doc): void {
  const content = contentOf(call, diagram.id);
  if (!content) return;
  const seen = { viewedAt: call.now, viewedBy: 'api-key', viewedById: call.key.id };
  recordWriter(call).save('diagramContent', { ...content, ...seen });
  logWriter(call).write({
    type: 'diagram-content-view',
    id: diagram.id,
    context: { name: diagram.name, versionId: diagram.versionId },
    importance: 'low',
    landscapeId: call.landscape?.id,
  });
}

/** The content that a request leaves behind, and what `$update` did not find. */
function nextContent({ call, doc, before }: Draft): { content: Doc; problems: string[] } {
  const empty = { objects: {}, connections: {}, comments: {} };
  const known = before && contentOf(call, doc.id);
  const base: Doc = known ?? {
    id: doc.id,
    landscapeId: doc.landscapeId,
    versionId: doc.versionId,
    handleId: doc.handleId,
    commit: 0,
    version: 0,
    ...empty,
    ...createdBy(call),
  };
  const { after, problems } = applyPatch(base, contentPart(call.body));
  return { content: after, problems: problems };
}

function writeContent(draft: Draft, writer: RecordWriter): void {
  const changes = contentPart(draft.call.body);
  if (draft.before && Object.keys(changes).length === 0) return;
  const { content } = nextContent(draft);
  const known = draft.before && contentOf(draft.call, draft.doc.id);
  const next = bumped(draft.call, content);
  if (known) writer.update('diagramContent', known, next, changes);
  else writer.create('diagramContent', next, changes);
}

function contentProblems(draft: Draft): string[] {
  const { content, problems } = nextContent(draft);
  const { key, services, version } = draft.call;
  const scope = {
    records: services.store.records,
    versionId: version?.id ?? '',
    organizationId: key.organizationId,
  };
  const known = draft.before && contentOf(draft.call, draft.doc.id);
  return [
    ...problems,
    ...danglingReferences('diagramContent', content, scope, known),
    ...misplacedEntries(content),
    ...looseEnds(content),
  ];
}

/** Entries that stand under another id than their own. */
function misplacedEntries(content: Doc): string[] {
  return MAPS.flatMap((map) =>
    Object.entries((content[map] ?? {}) as Entries)
      .filter(([id, entry]) => entry.id !== id)
      .map(([id]) => `${map}.${id}.id: must be ${id}, the key it stands under`),
  );
}

/** Lines that begin or end at nothing on the diagram. */
function looseEnds(content: Doc): string[] {
  const objects = content.objects as Entries;
  return Object.entries((content.connections ?? {}) as Entries).flatMap(([id, line]) =>
    ['originId', 'targetId'].flatMap((end) => {
      const at = line[end];
      return typeof at === 'string' && !(at in objects)
        ? [`connections.${id}.${end}: there is no diagram object ${at} on this diagram`]
        : [];
    }),
  );
}
