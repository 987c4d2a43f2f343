/** Two repositories of one landscape, with the built program. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Home, home } from '../support/binary.js';
import { textOf } from '../support/sandbox.js';
import { type ServedSandbox, serveForProgram } from '../support/served-sandbox.js';

let platform: Home;
let shop: Home;
let sandbox: ServedSandbox;
let env: Record<string, string>;
beforeAll(async () => {
  [platform, shop] = [home(), home()];
  sandbox = await serveForProgram(platform);
  const path = `/v1/organizations/${sandbox.organizationId}/landscapes`;
  const made = (await sandbox.request('POST', path, { name: 'Shared' })) as Record<string, unknown>;
  env = {
    ARCHCTL_API_KEY: sandbox.authorization.replace('ApiKey ', ''),
    ARCHCTL_BASE_URL: `${sandbox.url}/v1`,
    ARCHCTL_LANDSCAPE: textOf(made.landscape, 'id'),
  };
  for (const { directory } of [platform, shop]) mkdirSync(join(directory, 'models'));
  write(platform, PLATFORM);
  write(shop, SHOP);
});
afterAll(async () => {
  await Promise.all([platform.remove(), shop.remove()]);
  await sandbox.stop();
});

const PLATFORM = `namespace: platform
domains: [{ id: travel, name: Travel, objects: [{ id: pay, type: system, name: Payments, objects: [{ id: api, type: app, name: API }] }] }]
connections: [{ id: self, origin: pay, target: pay, name: Reconciles, direction: outgoing }]
`;
const SHOP = `namespace: shop
references: [{ id: travel, kind: domain, namespace: platform }, { id: pay, namespace: platform }, { id: self, kind: connection, namespace: platform }]
objects: [{ id: web, type: system, name: Web }, { id: old, type: system, name: Old }]
connections: [{ id: pays, origin: web, target: pay, name: Pays with, direction: outgoing }]
diagrams: [{ id: all, type: context-diagram, name: All, objects: [web, pay], connections: [pays, self] }]
`;

const write = ({ directory }: Home, text: string): void =>
  writeFileSync(join(directory, 'models', 'model.yaml'), text);

const run = (by: Home, line: string) => by.start(line.split(' '), { env }).ended;

it('two teams apply and prune their own elements, and refer to those of the other', async () => {
  expect(await run(platform, 'model apply models --yes')).toMatchObject({ code: 0 });
  expect(await run(shop, 'model lock models')).toMatchObject({ code: 0 });
  const lock = readFileSync(join(shop.directory, 'models', 'model.lock.json'), 'utf8');
  expect(lock).toContain('"name": "Reconciles"');
  expect(lock).toContain('"origin": "pay"');
  // Offline, without an account.
  const offline = { ARCHCTL_API_KEY: '', ARCHCTL_BASE_URL: '', ARCHCTL_LANDSCAPE: '' };
  for (const line of ['model validate models --strict', 'model graph models --out m.svg'])
    expect(await shop.start(line.split(' '), { env: offline }).ended).toMatchObject({ code: 0 });
  expect(readFileSync(join(shop.directory, 'm.svg'), 'utf8')).toContain('Payments');
  expect(await run(shop, 'model apply models --prune --yes')).toMatchObject({ code: 0 });
  write(shop, SHOP.replace(', { id: old, type: system, name: Old }', ''));
  write(platform, PLATFORM.replace(', objects: [{ id: api, type: app, name: API }]', ''));
  for (const [team, deleted] of [
    [shop, 'model object Old'],
    [platform, 'model object API'],
  ] as const) {
    const planned = await run(team, 'model plan models --prune');
    expect(planned.stdout).toContain('1 to delete');
    expect(planned.stdout).toContain(deleted);
    expect(await run(team, 'model apply models --prune --yes')).toMatchObject({ code: 0 });
  }
  for (const team of [platform, shop]) {
    expect((await run(team, 'model plan models --prune')).stdout).toContain('nothing to do');
    expect(await run(team, 'model drift models')).toMatchObject({ code: 0 });
    const pulled = await run(team, 'model pull --out models');
    expect([pulled.code, pulled.stderr]).toEqual([0, expect.stringContaining('Pulled')]);
    expect(readFileSync(join(team.directory, 'models', 'model.yaml'), 'utf8')).not.toContain(
      team === platform ? 'Web' : 'Travel',
    );
  }
}, 120_000);
