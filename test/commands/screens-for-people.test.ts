import { afterAll, beforeAll, expect, it } from 'vitest';
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
];

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
  let text = '';
  for (const width of WIDTHS) {
    const ran = await architect.run(line.split(' '), { tty: true, width, env: { NO_COLOR: '1' } });
    expect(ran.code).toBe(0);
    const widest = Math.max(...ran.stdout.split('\n').map((it) => displayWidth(it)));
    expect(widest).toBeLessThanOrEqual(width);
    text += `${width} columns: $ archctl ${line}\n${ran.stdout}${ran.stderr}\n`;
  }
  const name = line.replaceAll(/\W+/g, '-').replace(/^-/, 'archctl-');
  await expect(text).toMatchFileSnapshot(`./screens/people/${name}.txt`);
});
