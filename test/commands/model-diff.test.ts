import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, type JsonObject, textOf } from '../support/sandbox.js';
import type { RunOptions } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

const BEFORE = `
objects:
  - id: shop
    type: system
    name: Shop
    objects:
      - { id: api, type: app, name: API, tags: [a, b] }
      - { id: db, type: store, name: Database }
  - { id: bank, type: system, name: Bank, external: true }
connections:
  - { id: api-db, origin: api, target: db, name: Reads, direction: outgoing }
diagrams:
  - { id: inside, type: app-diagram, of: shop, name: Inside, objects: [api, db], layout: { objects: { api: { x: 0, y: 0 }, db: { x: 300, y: 0 } } } }
`;
const AFTER = `
objects:
  - id: shop
    type: system
    name: Shop
    objects:
      - { id: api, type: app, name: API, tags: [b, c], status: deprecated }
  - id: bank
    type: system
    name: The Bank
    external: true
    objects:
      - { id: db, type: store, name: Database }
  - { id: new-one, type: actor, name: "Hostile @team #12 <b>\\e[31m" }
connections:
  - { id: api-db, origin: api, target: db, name: Reads, direction: outgoing }
diagrams:
  - { id: inside, type: app-diagram, of: shop, name: Inside, objects: [api], layout: { objects: { api: { x: 10, y: 0 } } } }
`;

async function diff(before: string, after: string, more: string[] = [], options?: RunOptions) {
  const machine = suite.machine();
  machine.write('before.yaml', before);
  machine.write('after.yaml', after);
  return machine.run(['model', 'diff', '--exit-code', 'before.yaml', 'after.yaml', ...more], options);
}

describe('model diff of files', () => {
  test('an empty side is an error', async () => {
    const said = BEFORE.replace('name: Bank,', 'name: Bank, caption: Keeps money,');
    expect((await diff(said, BEFORE)).stdout).toMatch(/^ +caption: Keeps money → -$/m);
    expect((await diff(BEFORE, said)).stdout).toMatch(/^ +caption: - → Keeps money$/m);
  });

  test('equal models: exit 0, whatever the order, defaults and empty lists', async () => {
    const other = BEFORE.replace('[a, b]', '[b, a]').replace(
      'name: Bank,',
      'name: Bank, status: live, links: [],',
    );
    const ran = await diff(BEFORE, other);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toContain('before.yaml → after.yaml: no differences');
    expect(ran.requests).toHaveLength(0);
  });

  test('added, removed, moved and renamed elements are listed field by field, with exit 8 for --exit-code', async () => {
    const ran = await diff(BEFORE, AFTER);
    expect(ran.code).toBe(8);
    expect(ran.stdout).toMatchInlineSnapshot(`
      "before.yaml → after.yaml

      4 model objects
        ~ API  api
            status: live → deprecated
            tags: + c, - a
        ~ The Bank  bank  renamed, was Bank
            name: Bank → The Bank
        ~ Database  db  moved
            parent: shop → bank
        + Hostile @team #12 <b>\\x1b[31m  new-one  actor

      1 diagram
        ~ Inside  inside
            objects: - db
            connections: - api-db
            layout api: x 0 → x 10

      1 added, 1 renamed, 1 moved, 2 changed.
      "
    `);
    expect(ran.stderr).toBe('');
    expect(ran.stdout).not.toContain('\u001b');
  });

  test('data: the same keys for each change, complete lists', async () => {
    const ran = await diff(BEFORE, AFTER, ['-o', 'json']);
    expect(ran.code).toBe(8);
    const changes = ran.json() as JsonObject[];
    expect(changes.map(({ kind, change, id }) => `${change} ${kind} ${id}`)).toEqual([
      'changed object api',
      'renamed object bank',
      'moved object db',
      'added object new-one',
      'changed diagram inside',
    ]);
    expect(changes[1]).toMatchObject({
      was: 'Bank',
      fields: [{ field: 'name', from: 'Bank', to: 'The Bank' }],
    });
  });

  test('moved: an element with a new id is one element', async () => {
    const renamed = BEFORE.replaceAll(/\bdb\b/g, 'base').replace('api-base', 'api-db');
    const ran = await diff(BEFORE, `${renamed}moved: [{ from: db, to: base }]\n`);
    expect(ran.code, ran.stdout).toBe(0);
    expect((await diff(BEFORE, renamed)).code).toBe(8);
  });

  test.each([
    ['what cannot be parsed', 'objects: ['],
    ['a key that is not known', 'objects: [{ id: a, type: app, nmae: A }]'],
  ])('%s is a usage error with its position, not a difference', async (_, text) => {
    const ran = await diff(BEFORE, text);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/after\.yaml:1:\d+/);
    expect(ran.stdout).toBe('');
  });
});

describe('model diff as Markdown', () => {
  test('has a table, a picture with marks, and escaped names', async () => {
    const ran = await diff(BEFORE, AFTER, ['-o', 'markdown']);
    expect(ran.code).toBe(8);
    expect(ran.stdout).toMatchInlineSnapshot(`
      "### before.yaml → after.yaml: 1 added, 1 renamed, 1 moved, 2 changed

      | | added | renamed | moved | changed |
      |---|---:|---:|---:|---:|
      | model object | 1 | 1 | 1 | 1 |
      | diagram |  |  |  | 1 |

      \`\`\`mermaid
      flowchart LR
        subgraph n2["Shop"]
          n1["API"]
        end
        subgraph n3["The Bank"]
          n4[("Database")]
        end
        n5(["Hostile @team #35;12 #60;b#62;#91;31m"])
        classDef statusDeprecated stroke:#ee7a18,stroke-width:2px,stroke-dasharray:14 4 3 4
        class n1 statusDeprecated
        classDef changed stroke:#bf8700,stroke-width:3px
        class n1,n3,n4 changed
        classDef added stroke:#2da44e,stroke-width:3px
        class n5 added
      \`\`\`

      #### 4 model objects

      - 🟡 **API** (\`api\`)
        - \`status\`: live → deprecated
        - \`tags\`: **+** c, **−** a
      - 🟡 **The Bank** (\`bank\`) renamed, was Bank
        - \`name\`: Bank → The Bank
      - 🟡 **Database** (\`db\`) moved
        - \`parent\`: shop → bank
      - 🟢 **Hostile @&#8203;team \\#&#8203;12 &lt;b&gt;\\\\x1b\\[31m** (\`new-one\`) added

      #### 1 diagram

      - 🟡 **Inside** (\`inside\`)
        - \`objects\`: **−** db
        - \`connections\`: **−** api-db
        - \`layout api\`: x 0 → x 10
      "
    `);
  });

  test('is never longer than a comment, and reports what was omitted', async () => {
    const many = Array.from(
      { length: 3_000 },
      (_, at) => `  - { id: o${at}, type: actor, name: Object ${at} }`,
    );
    const ran = await diff('objects: []\n', `objects:\n${many.join('\n')}\n`, ['-o', 'markdown']);
    expect(ran.code).toBe(8);
    expect(ran.stdout.length).toBeLessThanOrEqual(60_000);
    const shown = ran.stdout.match(/^- 🟢/gm)?.length ?? 0;
    expect(ran.stdout).toContain(`_${3_000 - shown} further changes left out`);
  });
});

describe('model diff of a landscape', () => {
  const at = (): string[] => ['--landscape', suite.ids.landscape];

  test('live equals live, and is read once', async () => {
    const ran = await suite.machine().run(['model', 'diff', '--exit-code', 'live', 'live', ...at()]);
    expect(ran.code, ran.stderr).toBe(0);
    const paths = ran.requests.map(({ url }) => new URL(url).pathname);
    expect(new Set(paths).size).toBe(paths.length);
    expect(ran.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('a single model is compared with live, as its later side', async () => {
    const machine = suite.machine();
    machine.write('after.yaml', AFTER);
    const line = ['model', 'diff', '--exit-code', '-o', 'json', ...at()];
    const alone = await machine.run([...line, 'after.yaml']);
    expect([alone.code, alone.json()]).toEqual([
      8,
      (await machine.run([...line, 'live', 'after.yaml'])).json(),
    ]);
    expect(alone.json()).toContainEqual(expect.objectContaining({ change: 'added', name: 'Shop' }));
  });

  test('a version and live differ in later changes, by handle', async () => {
    const ran = await suite
      .machine()
      .run(['model', 'diff', '--exit-code', `live@${suite.ids.snapshot}`, 'live', ...at(), '-o', 'json']);
    expect(ran.code, ran.stderr).toBe(8);
    const changes = ran.json() as JsonObject[];
    expect(changes).toContainEqual(
      expect.objectContaining({ kind: 'object', change: 'added', name: 'Spare' }),
    );
  });

  test('a draft is live plus its tasks, including cascades', async () => {
    const { ask, ids } = suite;
    const latest = `landscapes/${ids.landscape}/versions/latest`;
    const body = { name: 'Half a draft', status: 'in-progress' };
    const draft = textOf((await ask(`${latest}/drafts`, 'POST', body)).draft, 'id');
    const before = (await ask(`${latest}/model/objects/${ids.origin}`)).modelObject as JsonObject;
    const tasks = [
      {
        type: 'draft-model-object-update',
        entityId: ids.origin,
        props: { name: 'Sold' },
        snapshot: { name: before.name },
      },
      { type: 'draft-model-object-delete', entityId: ids.spareObject },
    ];
    for (const task of tasks) await ask(`${latest}/drafts/${draft}/tasks`, 'POST', { task });
    const ran = await suite
      .machine()
      .run(['model', 'diff', '--exit-code', 'live', 'draft:Half a draft', ...at(), '-o', 'json']);
    expect(ran.code, ran.stderr).toBe(8);
    const changes = ran.json() as JsonObject[];
    expect(changes.map(({ kind, change, name }) => `${change} ${kind} ${name}`).sort()).toEqual([
      'removed connection Spares',
      'removed object Spare',
      'renamed object Sold',
    ]);
  });

  test.each([
    ['live@', 2],
    ['live@NobodyHasThisId00000', 4],
    ['draft:NobodyHasThisId00000', 4],
    ['git:main', 2],
    ['git:main:models\0', 2],
    ['git:\0', 2],
    ['models\0', 2],
    ['nothing.yaml', 2],
  ])('%s cannot be a side: exit %i', async (side, code) => {
    const ran = await suite.machine().run(['model', 'diff', '--exit-code', 'live', side, ...at()]);
    expect(ran.code, ran.stderr).toBe(code);
  });

  test('without a key: an error, and no difference', async () => {
    const machine = suite.machine();
    machine.signIn({ keyId: ADMIN.id, secret: 'wrong', landscape: suite.ids.landscape }, 'wrong');
    expect((await machine.run(['model', 'diff', '--exit-code', 'live', 'live'])).code).toBe(3);
  });
});

describe('model diff of commits', () => {
  function repository() {
    const machine = suite.machine({ PATH: process.env.PATH ?? '' });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], {
        cwd: machine.cwd,
        stdio: 'pipe',
      });
    git('init', '-q', '-b', 'main');
    execFileSync('mkdir', ['-p', `${machine.cwd}/models/layout`]);
    machine.write('models/model.yaml', BEFORE.replace(/, layout: .*\}\}? \}\n/, ' }\n'));
    machine.write('models/layout/inside.yaml', 'layoutOf: inside\nobjects:\n  api: { x: 0, y: 0 }\n');
    execFileSync('ln', ['-s', '/etc/hostname', `${machine.cwd}/models/link.yaml`]);
    execFileSync('ln', ['-s', 'models/model.yaml', `${machine.cwd}/link.yaml`]);
    git('add', 'models/model.yaml', 'models/layout', 'link.yaml');
    git('commit', '-qm', 'First');
    return { machine, git };
  }

  test('a folder of a commit, without a saved plan in it', async () => {
    const { machine, git } = repository();
    execFileSync('rm', [`${machine.cwd}/models/link.yaml`]);
    machine.write('models/plan.json', '{ "archctlPlan": 1 }');
    git('add', '-A');
    git('commit', '-qm', 'Plan');
    const same = await machine.run(['model', 'diff', '--exit-code', 'git:HEAD:models', 'models']);
    expect(same.code, same.stderr + same.stdout).toBe(0);
  });

  test('a file and a folder of a commit, also from a subdirectory', async () => {
    const { machine } = repository();
    execFileSync('rm', [`${machine.cwd}/models/link.yaml`]);
    const same = await machine.run(['model', 'diff', '--exit-code', 'git:main:models', 'models']);
    expect(same.code, same.stderr + same.stdout).toBe(0);
    machine.write('models/model.yaml', AFTER);
    const ran = await machine.run([
      'model',
      'diff',
      '--exit-code',
      'git:HEAD:models/model.yaml',
      'models/model.yaml',
      '-o',
      'json',
    ]);
    expect(ran.code, ran.stderr).toBe(8);
  });

  test.each([
    ['blob:none', 'models/model.yaml'],
    ['blob:none', 'models'],
    ['tree:0', 'models'],
    ['tree:0', '.'],
  ])(
    'a clone with --filter=%s that lacks the content of %s: the error names the command that fetches it',
    async (filter, path) => {
      const { machine, git } = repository();
      git('config', 'uploadpack.allowFilter', 'true');
      git('config', 'uploadpack.allowAnySHA1InWant', 'true');
      const clone = suite.machine({ PATH: process.env.PATH ?? '' });
      const source = `file://${machine.cwd}`;
      execFileSync('git', ['clone', '-q', '--no-checkout', `--filter=${filter}`, source, clone.cwd], {
        stdio: 'pipe',
      });
      clone.write('own.yaml', 'landscape: A\n');
      const diff = ['model', 'diff', '--exit-code', `git:main:${path}`, 'own.yaml'];
      const ran = await clone.run(diff);
      expect(ran.code, ran.stderr).toBe(2);
      expect(ran.stderr).toMatch(/The content of \S+ in main is missing from this partial clone/);
      const [, object = ''] = /"git show (\S+)"/.exec(ran.stderr) ?? [];
      expect(object).toMatch(/^main:\.\//);
      execFileSync('git', ['show', object], { cwd: clone.cwd, stdio: 'pipe' });
    },
  );

  test.each([
    ['git:nowhere:models', 'There is no commit "nowhere"'],
    ['git:--output=x:models', 'There is no commit "--output=x"'],
    ['git:main:--output=x', 'There is no --output=x in main.'],
    ['git:main:missing.yaml', 'There is no missing.yaml in main.'],
    ['git:main:link.yaml', 'is not a regular file'],
    ['git:main:../outside', ''],
  ])('%s is a usage error', async (side, message) => {
    const { machine } = repository();
    const ran = await machine.run(['model', 'diff', '--exit-code', side, 'models/model.yaml']);
    expect(ran.code, ran.stderr).toBe(2);
    expect(ran.stderr).toContain(message);
  });

  test.each([
    [['diff', 'main', 'HEAD'], 'git:main:models'],
    [['diff', 'models', 'HEAD~1'], "'git:HEAD~1:models'"],
    [['graph', 'main'], 'git:main:models'],
    [['stats', 'main'], 'git:main:models'],
    [['site', 'main', '--out', 'x'], 'git:main:models'],
  ])('a revision without "git:" in model %j gets a hint', async (argv, place) => {
    const { machine } = repository();
    execFileSync('rm', [`${machine.cwd}/models/link.yaml`]);
    const ran = await machine.run(['model', ...argv]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(`file not found.\nhint: For a commit, write ${place}.`);
  });

  test('a missing file is not read as a revision, even if it looks like an option of git or git is missing', async () => {
    const { machine } = repository();
    for (const [file, env] of [
      ['nowhere', {}],
      ['./--all', {}],
      ['main', { PATH: '/nowhere' }],
    ] as const) {
      const ran = await machine.run(['model', 'diff', file, 'models'], { env });
      expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('hint: Check the path')]);
    }
  });
});
