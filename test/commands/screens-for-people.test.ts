import { afterAll, beforeAll, expect, it } from 'vitest';
import { splitCommand } from '../../src/base/text/split-command.js';
import { displayWidth } from '../../src/terminal/width.js';
import { openService, type Service } from '../support/sandbox.js';
import { type Machine, machine } from '../support/world.js';

/**
 * Golden files of the screens that people see most, made by the commands against the sandbox with a fixed clock. To
 * regenerate them: `npm run screens`.
 */

const WIDTHS = [80, 120, 160];
const LINES = [
  'object list',
  'connection list',
  'diagram list',
  'flow list',
  'landscape list',
  'object tree',
  'tag list',
  '--help',
  'diagram --help',
  'object get "Booking API"',
  'diagram get "Booking Apps"',
  'object delete Booking --dry-run',
  'undo --list',
];

/** Commands that run before a screen. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  'undo --list': [
    'object update "Booking API" --description "The only writer of the booking database, used by the website and the app"',
    'object delete Booking --yes',
    'undo --yes',
  ],
};

let service: Service;
let architect: Machine;
beforeAll(async () => {
  service = await openService();
  architect = machine(service);
  const { organizationId, landscapeId } = service.sandbox;
  architect.signIn({ org: organizationId, landscape: landscapeId });
});
afterAll(async () => {
  await architect.remove();
  await service.close();
});

it.each(LINES)('%s', async (line) => {
  for (const before of BEFORE[line] ?? [])
    expect((await architect.run(splitCommand(before), { tty: true })).code).toBe(0);
  let text = '';
  for (const width of WIDTHS) {
    const ran = await architect.run(splitCommand(line), { tty: true, width, env: { NO_COLOR: '1' } });
    expect(ran.code).toBe(0);
    const widest = Math.max(...ran.stdout.split('\n').map((it) => displayWidth(it)));
    expect(widest).toBeLessThanOrEqual(width);
    text += `${width} columns: $ archctl ${line}\n${ran.stdout}${ran.stderr}\n`;
  }
  const name = line.replaceAll(/\W+/g, '-').replace(/^-/, 'archctl-').replace(/-$/, '');
  await expect(text).toMatchFileSnapshot(`./screens/people/${name}.txt`);
});
