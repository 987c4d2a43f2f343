import type { CommandCase, Ids } from './cases.js';

const UNKNOWN_ID = 'NobodyHasThisId00000';

type Given = string[] | ((ids: Ids) => string[]);
const args = (given: Given) => (ids: Ids) => (typeof given === 'function' ? given(ids) : given);

/** Failure for a missing record. */
const gone = (good: Given, ...before: string[]): CommandCase => ({
  good: args(good),
  bad: () => [...before, UNKNOWN_ID],
  kind: 'not-found',
});

/** The seven verbs of a family. The last word of the id is that of a spare record. */
function family(
  noun: string,
  given: {
    id: (ids: Ids) => string;
    spare: (ids: Ids) => string;
    /** Arguments of a create, and those that are rejected before anything is sent. */
    create: Given;
    change: string[];
    filter: string[];
  },
): Record<string, CommandCase> {
  const { id, spare, create, change, filter } = given;
  const newId = `Upserted${noun.replace(/[- ]/g, '').padEnd(12, '0')}`;
  return {
    [`${noun} list`]: {
      good: () => filter,
      reads: true,
      bad: () => ['--landscape', UNKNOWN_ID],
      kind: 'not-found',
    },
    [`${noun} get`]: { ...gone((ids) => [id(ids)]), reads: true },
    [`${noun} exists`]: { ...gone((ids) => [id(ids)]), reads: true },
    [`${noun} create`]: {
      good: args(create),
      bad: (ids) => [...args(create)(ids), '-p', 'revoked'],
      kind: 'auth',
    },
    [`${noun} upsert`]: {
      good: (ids) => [newId, ...args(create)(ids)],
      bad: (ids) => [id(ids), ...args(create)(ids), '--commit', '999'],
      kind: 'refused',
    },
    [`${noun} update`]: {
      good: (ids) => [id(ids), ...change],
      bad: (ids) => [id(ids), ...change, '--commit', '999'],
      kind: 'refused',
    },
    [`${noun} delete`]: { ...gone((ids) => [spare(ids), '--yes']), bad: () => [UNKNOWN_ID, '--yes'] },
  };
}

const BOX = '{"objects":{"$update":{}}}';

/** Cases of the nouns within a version, except objects and connections. */
export const VERSION_CASES: Readonly<Record<string, CommandCase>> = {
  ...family('tag', {
    id: ({ tag }) => tag,
    spare: ({ spareTag }) => spareTag,
    create: ({ tagGroup }) => ['--name', 'New', '--color', 'red', '--group', tagGroup, '--index', '7'],
    change: ['--color', 'dark-blue'],
    filter: [],
  }),
  ...family('tag-group', {
    id: ({ tagGroup }) => tagGroup,
    spare: ({ spareTagGroup }) => spareTagGroup,
    create: ['--name', 'Regions', '--icon', 'globe', '--index', '7'],
    change: ['--icon', 'lock'],
    filter: [],
  }),
  ...family('domain', {
    id: ({ domain }) => domain,
    spare: ({ spareDomain }) => spareDomain,
    create: ['--name', 'Freight'],
    change: ['--index', '1'],
    filter: [],
  }),
  ...family('diagram', {
    id: ({ diagram }) => diagram,
    spare: ({ spareDiagram }) => spareDiagram,
    create: ({ root }) => ['--name', 'D', '--type', 'context-diagram', '--model', root, '--index', '8'],
    change: ['--description', 'Seen from above'],
    filter: ['--type', 'context-diagram', '--no-empty'],
  }),
  ...family('diagram group', {
    id: ({ diagramGroup }) => diagramGroup,
    spare: ({ spareDiagramGroup }) => spareDiagramGroup,
    create: ({ root }) => ['--name', 'Nights', '--model', root],
    change: ['--index', '3'],
    filter: [],
  }),
  ...family('flow', {
    id: ({ flow }) => flow,
    spare: ({ spareFlow }) => spareFlow,
    create: ({ plain }) => ['--name', 'Short', '--diagram', plain, '--steps', '[first, then]'],
    change: ['--show-all-steps'],
    filter: [],
  }),
  'flow get': gone(({ flow }) => [flow]),
  ...family('draft', {
    id: ({ draft }) => draft,
    spare: ({ spareDraft }) => spareDraft,
    create: ['--name', 'Plan', '--status', 'in-progress'],
    change: ['--summary', 'Points for travellers'],
    filter: ['--status', 'in-progress,archived'],
  }),
  ...family('comment', {
    id: ({ comment }) => comment,
    spare: ({ spareComment }) => spareComment,
    create: ['--content', 'Who owns this?'],
    change: ['--content', 'How long is it?'],
    filter: ['--status', 'open'],
  }),
  'comment reply create': {
    ...gone(({ comment }) => [comment, '--content', 'Nine.']),
    bad: () => [UNKNOWN_ID, '--content', 'Nine.'],
  },
  'comment reply delete': {
    good: ({ comment, spareReply }) => [comment, spareReply, '--yes'],
    bad: ({ comment }) => [comment, UNKNOWN_ID, '--yes'],
    kind: 'not-found',
  },
  'comment reply get': {
    good: ({ comment, reply }) => [comment, reply],
    reads: true,
    bad: ({ spareComment, reply }) => [spareComment, reply],
    kind: 'not-found',
  },
  'comment reply list': { ...gone(({ comment }) => [comment]), reads: true },
  'comment reply update': {
    good: ({ comment, reply }) => [comment, reply, '--content', 'Nine.'],
    bad: ({ comment, reply }) => [comment, reply],
    kind: 'usage',
  },
  'comment reply upsert': {
    good: ({ comment }) => [comment, 'UpsertedReply0000001', '--content', 'Nine.'],
    bad: ({ comment }) => [comment, 'UpsertedReply0000002', '--content', 'No', '--mention', UNKNOWN_ID],
    kind: 'refused',
  },
  'diagram action': {
    good: ({ diagram }) => [diagram, '--action', 'load'],
    bad: () => [UNKNOWN_ID, '--action', 'load'],
    kind: 'not-found',
  },
  'diagram add': {
    good: ({ diagram, origin }) => [origin, '--to', diagram],
    bad: ({ diagram, root }) => [root, '--to', diagram],
    kind: 'usage',
  },
  'diagram layout': gone(({ diagram }) => [diagram, '--all']),
  'diagram remove': {
    good: ({ diagram, origin }) => [origin, '--from', diagram, '--yes'],
    bad: ({ origin }) => [origin, '--from', UNKNOWN_ID],
    kind: 'not-found',
  },
  'diagram content describe': {
    good: ({ diagram }) => [diagram, '--type', 'detailed'],
    bad: ({ diagram }) => [diagram, '--type', 'caption', '--object', UNKNOWN_ID],
    kind: 'refused',
  },
  'diagram content get': { ...gone(({ diagram }) => [diagram]), reads: true },
  'diagram content replace': {
    good: ({ spareDiagram }) => [spareDiagram, '--data', '{}', '--yes'],
    bad: ({ diagram }) => [diagram, '--data', '{}', '--yes', '--commit', '999'],
    kind: 'refused',
  },
  'diagram content update': {
    good: ({ diagram }) => [diagram, '--data', BOX],
    bad: ({ diagram }) => [diagram, '--data', BOX, '--commit', '999'],
    kind: 'refused',
  },
  'diagram entry': { ...gone(({ root }) => [root]), reads: true },
  'diagram export-png': {
    good: ({ plain }) => [plain, '--theme', 'dark'],
    bad: ({ plain }) => [plain, '--flow', UNKNOWN_ID],
    kind: 'refused',
  },
  'diagram thumbnail': gone([]),
  'draft rebase': {
    good: ({ draft }) => [draft, '--yes'],
    bad: () => [UNKNOWN_ID, '--yes'],
    kind: 'not-found',
  },
  'draft task get': { ...gone(({ draft, draftTask }) => [draft, draftTask], UNKNOWN_ID), reads: true },
  'draft task list': { ...gone(({ draft }) => [draft]), reads: true },
  'draft task upsert': {
    good: ({ draft, connection }) => [
      ...[draft, 'UpsertedTask00000001', '--type', 'draft-model-connection-delete', '--entity', connection],
    ],
    bad: ({ draft }) => [
      ...[draft, 'UpsertedTask00000002', '--type', 'draft-model-connection-delete', '--entity', UNKNOWN_ID],
    ],
    kind: 'refused',
  },
};
