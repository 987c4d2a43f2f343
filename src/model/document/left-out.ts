import type { ElementKind } from './element.js';

/** What a landscape may say and a document does not, each with the reason. */

const COMMIT = 'counts changes, and is the service’s to count';
const HANDLE = 'is given once, when a record is made';
const PINNED = 'goes with `pinned`, which is what people choose';
const COMMENTS = 'belong to those who talk, and are no part of a model';

/** Fields of records by the kind they are of; `*` is every kind. */
export const LEFT_OUT: Readonly<Record<ElementKind | '*', Readonly<Record<string, string>>>> = {
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
    status: 'is `current` for all that is no draft',
    zoomOverrides: 'tell where a click leads, which is set where one clicks',
  },
  flow: { pinnedAt: PINNED, pinnedIndex: PINNED },
};

/** Fields of what stands in maps: drawn things, steps, paths and links. */
export const LEFT_OUT_INSIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'diagram.objects': { type: 'is that of the object' },
  'diagram.connections': {},
  'flow.steps': { index: 'is told by the order' },
  'flow.steps.paths': { index: 'is told by the order' },
  'object.links': { id: 'is made when it is written', index: 'is told by the order' },
  'connection.links': { id: 'is made when it is written', index: 'is told by the order' },
};
