import type { CommandCase, Ids } from './cases.js';

/** Cases of commands that export and import, for the sweep. */

const UNKNOWN_ID = 'NobodyHasThisId00000';

export const MODEL_DOCUMENT = `namespace: sweep
modelObjects:
  - { id: trade, name: Trade, type: domain }
  - { id: till, name: Till, type: system, parentId: trade }
  - { id: clerk, name: Clerk, type: actor, parentId: trade }
modelConnections:
  - { id: rings, name: Rings up, direction: outgoing, originId: clerk, targetId: till }
`;

/** A command about one record, which fails for a missing one. */
const ofOne = (
  good: (ids: Ids) => string[],
  more: readonly string[] = [],
  facts: Partial<CommandCase> = {},
): CommandCase => ({
  good: (ids) => [...good(ids), ...more],
  bad: () => [UNKNOWN_ID, ...more],
  kind: 'not-found',
  ...facts,
});

/** A command about a landscape, which fails for a missing one. */
const ofLandscape = (facts: Partial<CommandCase> = {}): CommandCase => ({
  good: () => [],
  bad: () => ['--landscape', UNKNOWN_ID],
  kind: 'not-found',
  ...facts,
});

/** Editor that adds a line. */
const appending = (line: string): string =>
  `'${process.execPath}' -e 'fs.appendFileSync(process.argv[1], "\\n${line}")'`;

export const EXCHANGE_COMMAND_CASES: Readonly<Record<string, CommandCase>> = {
  'connection describe': ofOne((ids) => [ids.connection], ['--type', 'caption']),
  'connection export': ofLandscape(),
  'dependency list': ofLandscape({ good: (ids) => ['--object', ids.origin] }),
  'dependency path': {
    good: ({ origin, target }) => [origin, target],
    reads: true,
    bad: () => [UNKNOWN_ID, UNKNOWN_ID],
    kind: 'not-found',
  },
  'diagram open': ofOne((ids) => [ids.diagram], ['--print'], { reads: true }),
  'flow edit': {
    good: (ids) => [ids.flow],
    options: () => ({ tty: true, env: { VISUAL: appending('note: Edited'), NO_COLOR: '1' } }),
    bad: (ids) => [ids.flow],
    kind: 'usage',
  },
  'flow open': ofOne((ids) => [ids.flow], ['--print'], { reads: true }),
  'flow show': ofOne((ids) => [ids.flow], [], { reads: true }),
  'flow export': ofOne((ids) => [ids.flow], ['--format', 'mermaid']),
  import: {
    good: () => ['model.yaml'],
    before: (machine) => {
      machine.write('model.yaml', MODEL_DOCUMENT);
      machine.write('wrong.yaml', 'modelObjects:\n  - { id: a, name: A, type: app, parentId: b }\n');
    },
    bad: () => ['wrong.yaml'],
    kind: 'usage',
  },
  'landscape export': ofLandscape({
    good: () => ['--type', 'llms', '--out', 'landscape.txt'],
    bad: () => [UNKNOWN_ID, '--type', 'llms'],
  }),
  'landscape export-status': ofOne((ids) => [ids.exportId]),
  'landscape import-status': ofOne((ids) => [ids.importId]),
  ls: ofLandscape({ good: () => [], reads: true }),
  'object dependencies': ofOne((ids) => [ids.origin]),
  'object export': ofLandscape(),
  'object impact': ofOne((ids) => [ids.origin], [], { reads: true }),
  'landscape open': {
    good: () => ['--print'],
    bad: () => [UNKNOWN_ID, '--print'],
    kind: 'not-found',
    reads: true,
  },
  'object open': ofOne((ids) => [ids.origin], ['--print'], { reads: true }),
  'object sync-links': ofOne((ids) => [ids.origin]),
  search: ofLandscape({
    good: () => ['booking'],
    bad: () => ['booking', '--landscape', UNKNOWN_ID],
    reads: true,
  }),
  'version export': ofLandscape(),
};
