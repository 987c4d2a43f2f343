import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Home, home } from '../support/binary.js';
import { listOf, textOf } from '../support/sandbox.js';
import { type ServedSandbox, serveForProgram } from '../support/served-sandbox.js';

let user: Home;
let sandbox: ServedSandbox;
beforeAll(async () => {
  user = home();
  sandbox = await serveForProgram(user);
});
afterAll(async () => {
  await user.remove();
  await sandbox.stop();
});

const DAY_MS = 86_400_000;
const day = (offset: number): string => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
const documentOf = (caption: string, more = '', until = day(2)): string => `namespace: n
drift:
  ignore:
    - element: shop
      field: caption
      reason: Edited by support
      until: ${until}
domains:
  - id: d
    name: D
    objects:
      - { id: shop, type: system, name: Shop, caption: ${caption}${more} }
`;
const API = ', objects: [{ id: api, type: app, name: API }, { id: db, type: store, name: Database }]';

/** Runs `archctl model` in a landscape of its own. */
async function place(name: string) {
  const made = await sandbox.request('POST', `/v1/organizations/${sandbox.organizationId}/landscapes`, {
    name,
  });
  const landscapeId = textOf((made as Record<string, unknown>).landscape, 'id');
  const run = (...argv: string[]) =>
    user.start(['model', ...argv], { env: { ARCHCTL_LANDSCAPE: landscapeId } }).ended;
  const write = (text: string): void => writeFileSync(join(user.directory, 'model.yaml'), text);
  const below = `/v1/landscapes/${landscapeId}/versions/latest/model/objects`;
  const edit = async (caption: string): Promise<void> => {
    const objects = listOf((await sandbox.request('GET', below)) as Record<string, unknown>, 'modelObjects');
    const shop = objects.find((it) => it.name === 'Shop');
    await sandbox.request('PATCH', `${below}/${textOf(shop, 'id')}`, { caption });
  };
  return { run, write, edit };
}

describe('drift that is ignored', () => {
  it('is drift again after the last day of its entry', async () => {
    const { run, write, edit } = await place('Expires');
    write(documentOf('Ours'));
    expect(await run('apply', 'model.yaml', '--yes')).toMatchObject({ code: 0 });
    await edit('Theirs');
    expect(await run('drift', 'model.yaml')).toMatchObject({
      code: 0,
      stdout: '"Expires": 1 unchanged, 1 ignored\n',
    });
    write(documentOf('Ours', '', day(-2)));
    const expired = await run('drift', 'model.yaml');
    expect(expired.code).toBe(8);
    expect(expired.stdout).toContain(`model.yaml:4:7  shop.caption  until ${day(-2)}  Edited by support`);
    write(documentOf('Ours', '', 'tomorrow'));
    const wrong = await run('validate', 'model.yaml');
    expect([wrong.code, wrong.stdout]).toEqual([8, expect.stringContaining('model.yaml:7:14')]);
  });
});

describe('a part of a change', () => {
  it('is applied from a saved plan; drift reports the rest', async () => {
    const { run, write } = await place('Part');
    write(documentOf('Ours'));
    expect(await run('apply', 'model.yaml', '--yes')).toMatchObject({ code: 0 });
    write(documentOf('Changed', API));
    const planned = await run('plan', 'model.yaml', '--only', 'shop/api', '--out', 'plan.json');
    expect([planned.code, planned.stdout]).toEqual([
      0,
      expect.stringContaining('1 to create; 2 elements left out'),
    ]);
    expect(await run('apply', 'plan.json', '--yes')).toMatchObject({ code: 0 });
    const drift = await run('drift', 'model.yaml', '-o', 'json');
    const { drift: items, ignored } = JSON.parse(drift.stdout) as Record<string, { id: string }[]>;
    expect([drift.code, items?.map(({ id }) => id), ignored?.map(({ id }) => id)]).toEqual([
      8,
      ['db'],
      ['shop'],
    ]);
    expect(await run('apply', 'model.yaml', '--yes')).toMatchObject({ code: 0 });
    expect(await run('drift', 'model.yaml')).toMatchObject({ code: 0 });
  });
});
