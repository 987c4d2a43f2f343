import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Home, home, type Sandbox } from '../support/binary.js';
import { closeTerminals, KEYS, onTerminal } from '../support/pty.js';

/** A payment provider is added at a terminal by name. */

let user: Home;
let sandbox: Sandbox;

beforeAll(async () => {
  user = home();
  sandbox = await user.sandbox('--ephemeral');
});
afterAll(async () => {
  closeTerminals();
  await user.remove();
});

interface Step {
  line: string[];
  says: RegExp;
  /** Confirms a question. */
  confirms?: RegExp;
}

/** Page that shows these commands with their output. */
const PAGE = readFileSync('docs/diagrams.md', 'utf8');

const DAY: readonly Step[] = [
  {
    line: ['object', 'create', 'Acme Pay', '--type', 'system', '--parent', 'Passenger Travel', '--external'],
    says: /✓ Created system Acme Pay in Passenger Travel/,
  },
  {
    line: [
      'connection',
      'create',
      'Booking API',
      'Acme Pay',
      '--name',
      'authorises',
      '--technology',
      'https',
    ],
    says: /✓ Created .*connection authorises \(Booking API → Acme Pay\)/,
  },
  {
    line: ['diagram', 'add', 'Acme Pay', '--to', 'Booking Apps'],
    says: /Acme Pay[\s\S]*1 connection/,
  },
  {
    line: [
      ...['flow', 'create', 'Pay a booking', '--on', 'Booking Apps'],
      ...['--step', 'Booking API -> Acme Pay: authorises the card'],
      ...['--step', 'Acme Pay --> Booking API: confirms'],
    ],
    says: /✓ Created flow Pay a booking/,
  },
  // Renamed and moved.
  {
    line: ['object', 'update', 'Acme Pay', '--name', 'Acme Payments', '--parent', 'Fleet and Ports'],
    says: /name Acme Pay → Acme Payments[\s\S]*Passenger Travel → Fleet and\s+Ports/,
  },
  {
    line: ['object', 'update', 'Payment Provider', '--status', 'deprecated'],
    says: /✓ Payment Provider: status live → deprecated/,
  },
  { line: ['object', 'impact', 'Payment Provider', '--deprecate'], says: /Booking/ },
  { line: ['undo'], says: /deprecated → live/, confirms: /\(y\/N\)|\(Y\/n\)/i },
];

/** Matches ids, which a person neither types nor reads. */
const ID = /(?<![A-Za-z0-9])(?=[A-Za-z]*\d)[A-Za-z0-9]{20}(?![A-Za-z0-9])/;

it('a payment provider is modelled in eight commands, without ids or JSON', async () => {
  await user.run(['landscape', 'use', 'Ferry Platform']);
  expect(DAY.length).toBeLessThanOrEqual(8);
  for (const { line, says, confirms } of DAY) {
    const typed = line.join(' ');
    expect(typed).not.toMatch(/[{}[\]]/);
    expect(typed).not.toMatch(ID);
    const terminal = onTerminal(user, line, { columns: 80 });
    if (confirms) {
      await terminal.until(confirms);
      terminal.press(`y${KEYS.enter}`);
    }
    expect(await terminal.end(), `${typed}\n${terminal.screen.text}`).toBe(0);
    expect(terminal.screen.text, typed).toMatch(says);
    if (!confirms) for (const row of terminal.screen.text.split('\n')) expect(PAGE).toContain(row.trimEnd());
    // Addresses of records contain ids.
    expect(terminal.screen.text.replace(/https?:\S+/g, ''), typed).not.toMatch(ID);
  }
  const path = `/v1/landscapes/${sandbox.landscapeId}/versions/latest/model/objects`;
  const { modelObjects } = (await sandbox.request('GET', path)) as {
    modelObjects: { name: string; status: string }[];
  };
  const statusOf = (name: string) => modelObjects.find((it) => it.name === name)?.status;
  expect([statusOf('Payment Provider'), statusOf('Acme Payments')]).toEqual(['live', 'live']);
}, 60_000);
