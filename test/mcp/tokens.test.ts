import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokensOf } from '../../src/mcp/answers.js';
import { type CommandSuite, openCommandSuite } from '../commands/command-suite.js';
import { type Connected, connect } from '../support/mcp-client.js';

let suite: CommandSuite;
let it: Connected;
beforeAll(async () => {
  suite = await openCommandSuite();
  it = await connect(suite.machine(), ['live']);
});
afterAll(async () => {
  it.disconnect();
  await suite.close();
});

const everything = { maxTokens: 50_000 };

/**
 * Questions of the service's own server: the requests whose JSON it returns, and the calls that answer them here.
 */
const QUESTIONS: readonly {
  question: string;
  raw: (ids: {
    organization: string;
    latest: string;
    object: string;
    technology: string;
    team: string;
  }) => string[];
  calls: readonly [tool: string, input: Record<string, unknown>][];
}[] = [
  {
    question: 'Which objects are there?',
    raw: ({ latest }) => [`${latest}/model/objects`],
    calls: [['list', { kind: 'object', ...everything }]],
  },
  {
    question: 'What is the Booking API?',
    raw: ({ latest, object }) => [`${latest}/model/objects/${object}`],
    calls: [['get', { name: 'Booking API' }]],
  },
  {
    question: 'How is the Booking API connected?',
    raw: ({ latest, object }) => [
      `${latest}/model/connections?filter[originId]=${object}`,
      `${latest}/model/connections?filter[targetId]=${object}`,
    ],
    calls: [
      ['dependencies', { object: 'Booking API', question: 'uses' }],
      ['dependencies', { object: 'Booking API', question: 'used-by' }],
    ],
  },
  {
    question: 'Which objects use PostgreSQL?',
    raw: ({ latest, technology }) => [`${latest}/model/objects?filter[technologyIds]=${technology}`],
    calls: [['list', { kind: 'object', technology: 'postgresql' }]],
  },
  {
    question: 'What does the team Travel Experience own?',
    raw: ({ latest, team }) => [`${latest}/model/objects?filter[teamIds]=${team}`],
    calls: [['list', { kind: 'object', team: 'Travel Experience', ...everything }]],
  },
  {
    question: 'Which technologies are in use?',
    raw: ({ organization, latest }) => [
      `organizations/${organization}/technologies`,
      `${latest}/model/objects`,
    ],
    calls: [['list', { kind: 'technology' }]],
  },
  {
    question: 'Which teams are there?',
    raw: ({ organization }) => [`organizations/${organization}/teams`],
    calls: [['list', { kind: 'team' }]],
  },
  {
    question: 'Which diagrams and flows are there?',
    raw: ({ latest }) => [`${latest}/diagrams`, `${latest}/flows`],
    calls: [
      ['list', { kind: 'diagram' }],
      ['list', { kind: 'flow' }],
    ],
  },
];

test.each(QUESTIONS)('$question: fewer tokens than the JSON of the service', async ({ raw, calls }) => {
  const { organization, landscape } = suite.ids;
  const latest = `landscapes/${landscape}/versions/latest`;
  const { data } = await it.call('get', { name: 'Booking API', ids: true });
  const { modelObject } = (await suite.ask(`${latest}/model/objects/${data.id}`)) as {
    modelObject: { technologyIds: string[]; teamIds: string[] };
  };
  const ids = {
    organization,
    latest,
    object: String(data.id),
    technology: modelObject.technologyIds[0] ?? '',
    team: modelObject.teamIds[0] ?? '',
  };
  const before = await Promise.all(raw(ids).map((path) => suite.ask(path)));
  const answers = await Promise.all(calls.map(([tool, input]) => it.call(tool, input)));
  const [service, here] = [before, answers.map(({ data: own }) => own)].map((list) =>
    list.reduce<number>((sum, value) => sum + tokensOf(JSON.stringify(value)), 0),
  );
  for (const answer of answers) expect(answer).toMatchObject({ isError: false });
  for (const { data: own } of answers) expect(own.cursor).toBe(undefined);
  if (process.env.ARCHCTL_TEST_REPORT)
    process.stdout.write(`${raw(ids).length} requests ${service} -> ${here}\n`);
  expect(here).toBeLessThan(Number(service));
});
