import { afterAll, beforeAll, expect, it } from 'vitest';
import { FAMILIES } from '../../src/contract/families.js';
import { type Home, home, type Sandbox } from '../support/binary.js';
import { closeTerminals, KEYS, onTerminal } from '../support/pty.js';

let user: Home;
let sandbox: Sandbox;

beforeAll(async () => {
  user = home();
  // A separate process, because it draws a diagram.
  sandbox = await user.sandbox('--ephemeral');
});
afterAll(async () => {
  closeTerminals();
  await user.remove();
});

/** A typed line, the expected screen, and the answers to prompts. */
interface Step {
  line: string[];
  says: RegExp;
  answers?: [question: RegExp, keys: string][];
}

const FARES = '"Fares & 料金"';
const DAY: readonly Step[] = [
  { line: ['landscape', 'use', 'ferry platform'], says: /landscape is "Ferry Platform"/ },
  { line: ['object', 'list', '--parent', 'Booking'], says: /Ferry Platform · latest · 7 objects/ },
  { line: ['object', 'get', 'Booking API'], says: /Parent +Booking\n/ },
  { line: ['connection', 'list', '--object', 'Booking API'], says: /Booking API +Booking Database/ },
  { line: ['object', 'dependencies', 'Booking API', '--depth', '1'], says: /Payment Provider/ },
  { line: ['search', 'booking api'], says: /Booking \/ Booking API/ },
  {
    line: ['object', 'update', 'booking api', '--status', 'deprecated'],
    says: /Booking API: status live → deprecated/,
  },
  {
    line: ['object', 'create', '--name', FARES, '--type', 'app', '--parent', 'Booking'],
    says: /Created app "Fares & 料金" in Booking/,
  },
  {
    line: [
      ...['connection', 'create', '--name', 'Asks for fares', '--direction', 'outgoing'],
      ...['--origin', 'Booking API', '--target', FARES],
    ],
    says: /Created model connection Asks for fares \(Booking API → "Fares & 料金"\)/,
  },
  { line: ['diagram', 'export', 'Booking Apps', '--out', 'apps.svg'], says: /apps\.svg/ },
  { line: ['flow', 'show', 'Book a crossing'], says: /Booking Website → Booking API/ },
  { line: ['object', 'impact', FARES], says: /Asks for fares/ },
  {
    line: ['object', 'delete', FARES],
    says: /Deleted model object .* with 1 model connection/,
    answers: [[/Delete the model object .* with 1 model connection/s, 'y']],
  },
  {
    line: ['adr', 'create', '--name', 'Buy fares as a service', '--relate-diagram', 'Booking Apps'],
    says: /Created .*Buy fares as a service/,
  },
  { line: ['adr', 'accept', '4'], says: /Accepted decision "Buy fares as a service"/ },
  { line: ['adr', 'accept', 'buy fares as a service'], says: /is already accepted/ },
  { line: ['adr', 'show', 'ADR-0001'], says: /ADR 0001: Use PostgreSQL[\s\S]*## Context[\s\S]*Booking Apps/ },
  { line: ['adr', 'list', '--status', 'accepted'], says: /latest · 2 adrs[\s\S]*Buy fares as a service/ },
  { line: ['logs', 'list', '--limit', '12'], says: /Ferry Platform · 12 logs/ },
  { line: ['version', 'list'], says: /Current +latest/ },
];

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const ESCAPES = /\u001b\[[?\d;]*[A-Za-z]/g;

/** Ids in a response, as values and as keys. */
const idsIn = (answer: unknown): string[] =>
  (JSON.stringify(answer).match(/(?<=")[A-Za-z0-9]{20}(?=")/g) ?? []).filter((it) => /\d/.test(it));

/** Every id in the API, including handles. */
async function knownIds(): Promise<Set<string>> {
  const { organizationId, landscapeId } = sandbox;
  const version = { landscapeId, versionId: 'latest' };
  const inVersion = FAMILIES.map(({ list }) =>
    list.path.replace(/\{(\w+)\}/g, (_, name) => version[name as 'versionId']),
  );
  const paths = [
    ...inVersion,
    ...['landscapes', 'users', 'teams', 'logs'].map((it) => `/organizations/${organizationId}/${it}`),
    `/landscapes/${landscapeId}/versions`,
  ];
  const answers = await Promise.all(paths.map((path) => sandbox.request('GET', `/v1${path}`)));
  return new Set(answers.flatMap(idsIn));
}

/** Words of a text that are an id, or a truncated one. */
const idsAmong = (text: string, ids: ReadonlySet<string>): string[] =>
  (text.match(/[A-Za-z0-9]{6,}/g) ?? []).filter((word) => [...ids].some((id) => id.startsWith(word)));

it('a day of work: no id is typed, and none is shown', async () => {
  const { keyId, secret, baseUrl } = user.profile('sandbox');
  const login: Step = {
    line: ['auth', 'login', '-p', 'day'],
    says: /Signed in as Ingrid Solheim/,
    answers: [
      [/Service address:/, baseUrl],
      [/API key \(ID:SECRET\):/, `${keyId}:${secret}`],
    ],
  };
  const ids = await knownIds();
  const screens: [string, string][] = [];
  for (const { line, says, answers = [] } of [login, ...DAY]) {
    const terminal = onTerminal(user, line);
    for (const [question, keys] of answers) {
      await terminal.until(question);
      terminal.press(`${keys}${KEYS.enter}`);
    }
    expect(await terminal.end(), `${line.join(' ')}\n${terminal.screen.text}`).toBe(0);
    expect(terminal.screen.text, line.join(' ')).toMatch(says);
    screens.push([line.join(' '), terminal.raw.replace(ESCAPES, '')]);
    if (line[1] === 'create') for (const id of await knownIds()) ids.add(id);
  }
  expect(ids.size).toBeGreaterThan(300);
  const shown = screens.flatMap(([line, text]) => idsAmong(text, ids).map((id) => `${line}: ${id}`));
  expect(shown).toEqual([]);
}, 60_000);
