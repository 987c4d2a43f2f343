import type { ElementKind } from '../../../src/model/document/element.js';

/** Fields of records that documents omit, each with the reason. */

const COMMIT = 'change counter managed by the service';
const HANDLE = 'set once, when the record is created';
const PINNED = 'derived from `pinned`';
const COMMENTS = 'discussion, not part of the model';

/** Omitted fields by kind of record; `*` applies to every kind. */
export const OMITTED_FIELDS: Readonly<Record<ElementKind | '*', Readonly<Record<string, string>>>> = {
  '*': { commit: COMMIT, handleId: HANDLE },
  tagGroup: {},
  tag: {},
  domain: {},
  object: {},
  connection: {},
  diagramGroup: {},
  diagram: {
    comments: COMMENTS,
    pinnedAt: PINNED,
    pinnedIndex: PINNED,
    status: 'always `current` outside drafts',
    zoomOverrides: 'targets of clicks, which are edited in the app',
  },
  flow: { pinnedAt: PINNED, pinnedIndex: PINNED },
};

/** Omitted fields of nested entries: drawn entries, steps, paths and links. */
export const LEFT_OUT_INSIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'diagram.objects': { type: 'same as that of the object' },
  'diagram.connections': {},
  'flow.steps': { index: 'derived from the order' },
  'flow.steps.paths': { index: 'derived from the order' },
  'object.links': { id: 'assigned by the service', index: 'derived from the order' },
  'connection.links': { id: 'assigned by the service', index: 'derived from the order' },
};
