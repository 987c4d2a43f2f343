/** Rule cases in the files of decisions, beside the valid document. */
import type { RuleCase } from './rule-cases.js';

const FILE = 'decisions/0001-use-queues.md';
const NOTHING: RuleCase['breaks'] = [];

const decision = (front: string, text = '# Use queues\n'): string =>
  `---\nstatus: accepted\n${front}---\n\n${text}`;

const inFile = (
  breaks: string,
  keeps: string,
  exit: 0 | 8 = 8,
  others: Record<string, string> = {},
): RuleCase => ({
  breaks: NOTHING,
  others: { [FILE]: breaks, ...others },
  keptOthers: { [FILE]: keeps, ...others },
  exit,
});

const SECOND = 'decisions/0002-use-streams.md';
const LONG = 'x'.repeat(1_000);
const LIVE = '{ id: «passenger, type: actor';

export const DECISION_CASES: Readonly<Record<string, RuleCase>> = {
  'decision/title': inFile('---\nstatus: accepted\n---\n\n## Use queues\n', decision('')),
  'decision/no-status': inFile('# «Use queues\n', '# Use queues\n\n## Status\n\nAccepted\n', 0),
  'decision/unknown-key': inFile(
    decision('«retire: [api]\n'),
    decision('deciders: Ada\nignore: [decision/lossy]\n'),
    0,
  ),
  'decision/duplicate-id': inFile(decision('id: streams\n'), decision('id: queues\n'), 8, {
    [SECOND]: decision('id: «streams\n', '# Use streams\n').replace('«', ''),
  }),
  'decision/duplicate-number': inFile(decision('number: 2\n'), decision('number: 3\n'), 8, {
    [SECOND]: decision('', '# Use streams\n'),
  }),
  'decision/length': inFile(decision('', `# «${LONG}y\n`), decision('', `# ${LONG}\n`)),
  'decision/reference': inFile(
    decision('elements: [api, «app]\n'),
    decision('elements: [api, connection:api-db]\ndiagrams: [apps]\nretires: [gone]\nrelated: [ADR-1]\n'),
  ),
  'decision/circle': inFile(decision('supersedes: [ADR-2]\n'), decision('related: [ADR-2]\n'), 8, {
    [SECOND]: decision('supersedes: [0001-use-queues.md]\n', '# Use streams\n'),
  }),
  'decision/retired': {
    breaks: ['{ id: passenger, type: actor', LIVE],
    others: { [FILE]: decision('retires: [passenger]\n') },
    keeps: ['{ id: passenger, type: actor', '{ id: passenger, status: deprecated, type: actor'],
    keptOthers: { [FILE]: decision('retires: [passenger]\n') },
    exit: 0,
  },
  'decision/lossy': {
    ...inFile(
      '---\nstatus: «proposed\n---\n\n# Use queues\n',
      '---\nstatus: draft\n---\n\n# Use queues\n',
      0,
    ),
    strict: 0,
  },
};
