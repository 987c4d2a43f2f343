import { createdBy } from '../records/writer.js';
import type { FamilyHooks } from './family.js';

/** Service document, Resources, Model connection. */
export const modelConnectionHooks: FamilyHooks = {
  kind: 'modelConnection',
  defaults: () => ({
    viaId: null,
    status: 'live',
    tagIds: [],
    technologyIds: [],
    links: {},
    linked: false,
    diagrams: {},
    flows: {},
  }),
};

export const diagramGroupHooks: FamilyHooks = {
  kind: 'diagramGroup',
  defaults: (_call, index) => ({ index }),
};

export const tagGroupHooks: FamilyHooks = { kind: 'tagGroup', defaults: () => ({}) };

export const tagHooks: FamilyHooks = {
  kind: 'tag',
  defaults: () => ({ modelObjectIds: [], modelConnectionIds: [] }),
};

/** A domain is made with the root object that everything in it hangs below (known answers, Model object). */
export const domainHooks: FamilyHooks = {
  kind: 'domain',
  defaults: (_call, index) => ({ index }),
  alongside: ({ call, doc, before }, writer) => {
    if (before) return;
    const { newId } = call.services;
    writer.create('modelObject', {
      id: newId(),
      landscapeId: doc.landscapeId,
      versionId: doc.versionId,
      handleId: newId(),
      commit: 1,
      version: 1,
      domainId: doc.id,
      type: 'root',
      name: doc.name,
      external: false,
      status: 'live',
      parentId: null,
      parentIds: [],
      childIds: [],
      childDiagramIds: [],
      groupIds: [],
      tagIds: [],
      teamIds: [],
      technologyIds: [],
      teamOnlyEditing: false,
      icon: null,
      labels: {},
      links: {},
      linked: false,
      diagrams: {},
      flows: {},
      ...createdBy(call),
    });
  },
};

/** Service document, Resources, Draft. Deleting one answers an empty object (known answers, DELETE bodies). */
export const draftHooks: FamilyHooks = {
  kind: 'draft',
  defaults: (call) => ({ diagramIds: [], originVersionId: call.version?.id }),
  deleted: () => ({}),
};

/** Known answers, Comment. */
export const commentHooks: FamilyHooks = {
  kind: 'comment',
  // The one family without labels.
  defaults: () => ({ labels: undefined, mentionedUserIds: [], diagrams: {}, replyCount: 0 }),
  matches: (doc, call) => {
    const { status } = call.query;
    if (status === undefined) return true;
    const wanted: readonly unknown[] = Array.isArray(status) ? status : [status];
    return wanted.includes((doc.body as { status?: unknown }).status);
  },
};
