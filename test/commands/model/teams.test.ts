/** Two repositories that own disjoint namespaces of one landscape. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, listOf, textOf } from '../../support/sandbox.js';
import { type CommandSuite, openCommandSuite } from '../command-suite.js';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

const PLATFORM = `namespace: platform
domains:
  - id: travel
    name: Travel
    objects:
      - id: pay
        name: Payments
        type: system
        objects:
          - { id: pay-api, name: Payment API, type: app }
`;
const SHOP = `namespace: shop
owners:
  - { namespace: platform, owners: [team-platform] }
  - { namespace: shop, owners: [team-shop] }
references:
  - { id: travel, kind: domain, namespace: platform }
  - { id: payments, namespace: platform, element: pay }
  - { id: pay-api, namespace: platform }
objects:
  - { id: web, name: Web Shop, type: system }
connections:
  - { id: pays, name: Pays with, origin: web, target: payments, direction: outgoing }
diagrams:
  - { id: overview, name: Overview, type: context-diagram, objects: [web, payments] }
`;

/** A landscape with the elements of the platform team, and the repositories of both teams. */
async function place(name: string) {
  const made = await suite.ask(`organizations/${suite.ids.organization}/landscapes`, 'POST', { name });
  const landscape = textOf(made.landscape, 'id');
  const [platform, shop] = [suite.machine(), suite.machine()];
  for (const { cwd } of [platform, shop]) mkdirSync(join(cwd, 'models'));
  platform.write('models/model.yaml', PLATFORM);
  shop.write('models/model.yaml', SHOP);
  const run = (machine: typeof shop, line: string) =>
    machine.run([...line.split(' '), '--landscape', landscape]);
  const first = await run(platform, 'model apply models --yes');
  expect(first.code, first.stderr).toBe(0);
  const objects = async () =>
    listOf(await suite.ask(`landscapes/${landscape}/versions/latest/model/objects`), 'modelObjects');
  const rename = async (from: string, to: string): Promise<void> => {
    const id = textOf(
      (await objects()).find((it) => it.name === from),
      'id',
    );
    await suite.ask(`landscapes/${landscape}/versions/latest/model/objects/${id}`, 'PATCH', { name: to });
  };
  return { landscape, platform, shop, run, objects, rename };
}

describe('two repositories with a landscape in common', () => {
  it('plan, apply and prune without seeing elements of each other', async () => {
    const { platform, shop, run, objects } = await place('Shared');
    const locked = await run(shop, 'model lock models');
    expect(locked.code, locked.stderr).toBe(0);
    const lock = JSON.parse(readFileSync(join(shop.cwd, 'models/model.lock.json'), 'utf8')) as JsonObject;
    expect(listOf(lock, 'references')).toMatchObject([
      { kind: 'domain', id: 'travel', owner: 'platform', element: 'travel', name: 'Travel' },
      { kind: 'object', id: 'pay-api', owner: 'platform', type: 'app', parent: 'payments' },
      { kind: 'object', id: 'payments', element: 'pay', name: 'Payments', type: 'system', domain: 'travel' },
    ]);
    expect((await shop.run(['model', 'validate', 'models'])).stdout).toBe('');
    const applied = await run(shop, 'model apply models --prune --yes -o json');
    expect([applied.code, applied.json()]).toMatchObject([0, { created: 3, remaining: 0, notInDocument: 0 }]);
    for (const [machine, prune] of [
      [shop, '--prune'],
      [platform, '--prune'],
    ] as const) {
      const planned = await run(machine, `model plan models ${prune} -o json`);
      expect([planned.code, (planned.json() as JsonObject).steps]).toEqual([0, []]);
      expect((await run(machine, 'model drift models')).code).toBe(0);
    }
    // A change of one team needs no step of the other.
    platform.write('models/model.yaml', PLATFORM.replace('Payment API', 'Pay API'));
    expect((await run(platform, 'model apply models --prune --yes')).code).toBe(0);
    expect((await run(shop, 'model plan models --prune')).stdout).toContain('nothing to do');
    expect((await objects()).map((it) => it.name)).toContain('Pay API');
  });

  it('--prune-all keeps the elements that the document refers to, and what they are in', async () => {
    const { shop, run, objects } = await place('Pruned');
    await run(shop, 'model apply models --yes');
    shop.write(
      'models/model.yaml',
      SHOP.replace(/^ {2}- \{ id: payments.*\n/m, '').replace(/^connections[\s\S]*/m, ''),
    );
    const planned = await run(shop, 'model plan models --prune-all -o json');
    const steps = listOf(planned.json() as JsonObject, 'steps').map(
      ({ does, kind, id }) => `${does} ${kind} ${id}`,
    );
    expect(steps).toEqual(['delete diagram overview', 'delete connection pays', 'delete domain pruned']);
    expect((await objects()).map((it) => it.name)).toContain('Payment API');
  });

  it('a pull of one namespace writes references to the others, and a lock file', async () => {
    const { shop, run } = await place('Pulled');
    await run(shop, 'model apply models --yes');
    const pulled = await run(shop, 'model pull --out pulled --namespace shop');
    expect(pulled.code, pulled.stderr).toBe(0);
    const text = shop.read('pulled/model.yaml');
    expect(text).toContain('namespace: shop\n');
    expect(text).toContain(
      'references:\n  - { id: travel, kind: domain, namespace: platform }\n  - { id: payments, namespace: platform, element: pay }\n',
    );
    expect(text).not.toContain('Payment API');
    expect(shop.read('pulled/model.lock.json')).toContain('"name": "Payments"');
    expect((await shop.run(['model', 'validate', 'pulled', '--strict'])).code).toBe(0);
    expect((await run(shop, 'model plan pulled --prune')).stdout).toContain('nothing to do');
    const again = await run(shop, 'model pull --out pulled');
    expect(again.stderr).toContain('no changes');
    expect((await run(shop, 'model pull --out pulled --namespace other')).code).toBe(2);
  });

  it('a pull into a document keeps its references, comments and owners', async () => {
    const { shop, run, rename } = await place('Pulled again');
    await run(shop, 'model apply models --yes');
    const commented = SHOP.replace('references:', '# Of others\nreferences:');
    shop.write('models/model.yaml', commented);
    await rename('Web Shop', 'Shop');
    const pulled = await run(shop, 'model pull --out models');
    expect(pulled.code, pulled.stderr).toBe(0);
    const text = shop.read('models/model.yaml');
    expect(text).toContain('name: Shop');
    for (const line of commented.split('\n').slice(1, 9)) expect(text).toContain(line);
    expect(text).not.toContain('Payment API');
  });
});

describe('references that their owner changed', () => {
  it('are reported by drift and validate --live, with owner and position', async () => {
    const { shop, run, rename } = await place('Renamed');
    await run(shop, 'model lock models');
    await run(shop, 'model apply models --yes');
    await rename('Payments', 'Pay & Go');
    const drift = await run(shop, 'model drift models -o json');
    expect([drift.code, drift.json()]).toMatchObject([
      8,
      {
        drift: [
          {
            state: 'changed',
            kind: 'object',
            id: 'payments',
            name: 'Pay & Go',
            fields: [{ field: 'name', from: 'Payments', to: 'Pay & Go' }],
            namespace: 'platform',
            owners: ['team-platform'],
            file: 'models/model.yaml',
            line: 7,
            column: 11,
          },
        ],
      },
    ]);
    const shown = await run(shop, 'model drift models');
    expect(shown.stdout).toContain(
      'reference (namespace platform, owner team-platform), models/model.yaml:7:11',
    );
    const live = await run(shop, 'model validate models --live -o json');
    expect([live.code, live.json()]).toMatchObject([
      0,
      [{ rule: 'reference/changed', line: 7, severity: 'warning' }],
    ]);
    expect((await shop.run(['model', 'validate', 'models'])).code).toBe(0);
    const check = await run(shop, 'model lock models --check');
    expect([check.code, check.stderr]).toEqual([8, expect.stringContaining('is out of date')]);
    expect((await run(shop, 'model lock models')).code).toBe(0);
    expect((await run(shop, 'model lock models --check')).code).toBe(0);
    expect((await run(shop, 'model drift models')).code).toBe(0);
  });

  it('and deleted ones are errors that name the reference', async () => {
    const { landscape, shop, platform, run, objects } = await place('Deleted');
    await run(shop, 'model lock models');
    expect((await run(shop, 'model apply models --yes')).code).toBe(0);
    const web = (await objects()).find((it) => it.name === 'Web Shop');
    await suite.ask(`landscapes/${landscape}/versions/latest/model/objects/${textOf(web, 'id')}`, 'PATCH', {
      labels: {},
    });
    platform.write('models/model.yaml', PLATFORM.replace(/^ {8}objects:\n.*\n/m, ''));
    expect((await run(platform, 'model apply models --prune --yes')).code).toBe(0);
    for (const verb of ['plan', 'apply'])
      expect(await run(shop, `model ${verb} models ${verb === 'apply' ? '--yes' : ''}`.trim())).toMatchObject(
        {
          code: 2,
          stderr: expect.stringContaining(
            'models/model.yaml:8:11: The model object pay-api (namespace platform, owner team-platform) does not exist in the landscape "Deleted". Ask its owner, or remove the reference',
          ),
        },
      );
    const drift = await run(shop, 'model drift models -o json');
    expect([drift.code, drift.json()]).toMatchObject([
      8,
      { unchanged: 3, drift: [{ state: 'gone', id: 'pay-api', line: 8 }] },
    ]);
    const live = await run(shop, 'model validate models --live');
    expect([live.code, live.stdout]).toEqual([8, expect.stringContaining('reference/gone')]);
    expect((await run(shop, 'model lock models')).code).toBe(4);
  });

  it('a new owner is named', async () => {
    const { shop, platform, run } = await place('Handed over');
    await run(shop, 'model lock models');
    platform.write('models/model.yaml', PLATFORM.replace('namespace: platform', 'namespace: money'));
    expect((await run(platform, 'model apply models --yes --force-owner')).code).toBe(0);
    const ran = await run(shop, 'model plan models');
    expect(ran.stderr).toContain(
      'it is now pay of the namespace money. Set "namespace: money" and "element: pay"',
    );
  });
});

describe('a document that lists owners', () => {
  const TAKEN = SHOP.replace(/^ {2}- \{ id: payments.*\n/m, '').replace(
    'objects:\n',
    'objects:\n  - { id: payments, name: Payments, type: system, caption: Ours }\n',
  );

  it('changes elements of other owners only with --force-owner', async () => {
    const { shop, run, objects } = await place('Owned');
    shop.write('models/model.yaml', TAKEN);
    for (const line of ['model plan models --out plan.json', 'model apply models --yes -o json']) {
      const ran = await run(shop, line);
      expect([ran.code, ran.stderr]).toEqual([
        2,
        expect.stringContaining(
          'The model object payments (namespace platform, owner team-platform): the plan would change it. Agree with the owner, and use --force-owner.',
        ),
      ]);
    }
    expect((await objects()).find((it) => it.name === 'Payments')?.caption).toBe('');
    const forced = await run(shop, 'model plan models --force-owner --out plan.json -o json');
    expect([forced.code, forced.json()]).toMatchObject([
      0,
      {
        forceOwner: true,
        touches: [{ does: 'update', id: 'payments', namespace: 'platform', owners: ['team-platform'] }],
      },
    ]);
    const applied = await run(shop, 'model apply plan.json --yes');
    expect(applied.code, applied.stderr).toBe(0);
    expect((await objects()).find((it) => it.name === 'Payments')?.caption).toBe('Ours');
  });

  it('reports that --prune-all deletes elements of other owners', async () => {
    const { shop, run } = await place('Deleted by others');
    shop.write('models/model.yaml', SHOP.replace(/^ {2}- \{ id: pay-api.*\n/m, ''));
    const kept = await run(shop, 'model plan models --prune');
    expect(kept.stdout).not.toContain('would delete');
    const planned = await run(shop, 'model plan models --prune-all');
    expect(planned.stdout).toContain(
      'The model object payment-api (namespace platform, owner team-platform): the plan would delete it.',
    );
  });
});

describe('references to another landscape', () => {
  it('can be locked, drawn and exported, but not applied', async () => {
    const other = await place('Elsewhere');
    const { shop, run } = await place('Here');
    const text = SHOP.replace('element: pay }', 'element: pay, landscape: Elsewhere }');
    shop.write('models/model.yaml', text);
    const locked = await run(shop, 'model lock models');
    expect(locked.code, locked.stderr).toBe(0);
    expect((await run(shop, 'model validate models --live --strict')).code).toBe(0);
    const exported = await shop.run(['model', 'export', 'models', '--format', 'mermaid']);
    expect(exported.stdout).toContain('Payments');
    const { stdout: json } = await shop.run(['model', 'export', 'models', '--format', 'json']);
    expect(JSON.parse(json)).toMatchObject({
      references: [{ id: 'travel' }, { id: 'payments' }, { id: 'pay-api' }],
      objects: [{ id: 'web' }],
    });
    const planned = await run(shop, 'model plan models');
    expect([planned.code, planned.stderr]).toEqual([
      2,
      expect.stringContaining(
        'models/model.yaml:7:11: The model connection pays refers to payments of the landscape "Elsewhere". The service stores references within one landscape only.',
      ),
    ]);
    await other.rename('Payments', 'Gone');
    expect((await run(shop, 'model validate models --live')).stdout).toContain('reference/changed');
  });
});

describe('lock files are untrusted', () => {
  const offline = (text: string) => {
    const machine = suite.machine();
    mkdirSync(join(machine.cwd, 'm'));
    machine.write('m/model.yaml', SHOP);
    machine.write('m/model.lock.json', text);
    return machine;
  };

  it.each([
    ['{', 'is not valid JSON'],
    ['[]', 'the whole file does not have the form'],
    ['{"archctlLock":2,"references":[]}', 'archctlLock does not have the form'],
    [
      '{"archctlLock":1,"references":[{"kind":"object","id":"a","handle":"h","name":1}]}',
      'references.0.name',
    ],
    [
      '{"archctlLock":1,"references":[{"kind":"pirate","id":"a","handle":"h","name":"n"}]}',
      'references.0.kind',
    ],
    [
      '{"archctlLock":1,"references":[{"kind":"tag","id":"a","handle":"h","name":"n"},{"kind":"tag","id":"a","handle":"h","name":"n"}]}',
      'it contains tag a twice',
    ],
  ])('%s is refused', async (text, why) => {
    const machine = offline(text);
    for (const verb of ['validate', 'graph', 'export', 'stats']) {
      const ran = await machine.run(['model', verb, 'm']);
      expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(why)]);
    }
  });

  it('a link and a large file are refused, and a link is not overwritten', async () => {
    const { shop, run } = await place('Linked');
    shop.write('secret.json', '{}');
    symlinkSync(join(shop.cwd, 'secret.json'), join(shop.cwd, 'models/model.lock.json'));
    for (const line of ['model validate models', 'model lock models', 'model pull --out models']) {
      const ran = await run(shop, line);
      expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('is a link')]);
    }
    expect(shop.read('secret.json')).toBe('{}');
    rmSync(join(shop.cwd, 'models/model.lock.json'));
    shop.write('models/model.lock.json', '');
    truncateSync(join(shop.cwd, 'models/model.lock.json'), 17_000_000);
    expect((await shop.run(['model', 'validate', 'models'])).stderr).toContain('is larger than 16 MB');
  });

  it('names in it are escaped', async () => {
    const { shop, run } = await place('Escaped');
    await run(shop, 'model lock models');
    const path = 'models/model.lock.json';
    shop.write(path, shop.read(path).replace('"Payments"', '"\\u001b[31mEvil\\n::error::x"'));
    for (const line of [
      'model drift models',
      'model validate models --live',
      'model validate models --live -o github',
    ]) {
      const ran = await run(shop, line);
      expect(ran.stdout).toContain('Evil');
      expect(ran.stdout).not.toContain('\u001b[31m');
      expect(ran.stdout).not.toMatch(/^::error::x/m);
    }
  });

  it('without a lock file, validate warns, and graph and export work', async () => {
    const machine = offline('');
    rmSync(join(machine.cwd, 'm/model.lock.json'));
    const ran = await machine.run(['model', 'validate', 'm']);
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('reference/not-locked')]);
    expect((await machine.run(['model', 'validate', 'm', '--strict'])).code).toBe(8);
    expect((await machine.run(['model', 'graph', 'm', '--out', 'm.svg'])).code).toBe(0);
    expect((await machine.run(['model', 'export', 'm', '--format', 'plantuml'])).stdout).toContain(
      'Pays with',
    );
    expect((await machine.run(['model', 'stats', 'm', '-o', 'json'])).json()).toMatchObject({
      objects: { byType: { system: 1 } },
    });
  });
});
