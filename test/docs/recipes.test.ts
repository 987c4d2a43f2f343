/** Follows the recipes of CONTRIBUTING.md in a copy of the sources, touching only files that they name. */

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { REGISTRY } from '../../src/commands/registry.generated.js';
import type { TREE } from '../../src/completion/tree.generated.js';
import type { OPERATIONS } from '../../src/contract/index.js';
import { type openService, textOf } from '../support/sandbox.js';
import type { machine } from '../support/world.js';

const page = readFileSync('CONTRIBUTING.md', 'utf8');

/** Whether a recipe names a file; `<noun>` and the like match a word, or several words for nested nouns. */
function names(recipe: string, path: string): boolean {
  const [, section = ''] = page.split(`\n## ${recipe}\n`);
  const [text = ''] = section.split('\n## ');
  return [...text.matchAll(/`((?:src|test)\/[^`]+)`/g)].some(([, named = '']) =>
    new RegExp(
      `^${named.replaceAll('.', '\\.').replace(/<\w+>/g, '[\\w/-]+')}${named.endsWith('/') ? '' : '$'}`,
    ).test(path),
  );
}

/** A copy of the files that the program is built from. */
class Copy {
  readonly root = mkdtempSync(join(tmpdir(), 'archctl-recipes-'));
  readonly touched: [recipe: string, path: string][] = [];

  constructor() {
    for (const path of [
      'src',
      'scripts',
      'skill',
      'completions',
      'test/support',
      'package.json',
      'tsconfig.json',
    ])
      cpSync(path, join(this.root, path), { recursive: true });
    symlinkSync(resolve('node_modules'), join(this.root, 'node_modules'));
  }

  write(recipe: string, path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
    this.touched.push([recipe, path]);
  }

  /** Inserts text after a text that occurs once in a file. */
  add(recipe: string, path: string, behind: string, text: string): void {
    const before = readFileSync(join(this.root, path), 'utf8');
    expect(before.split(behind), `${path}: ${behind}`).toHaveLength(2);
    this.write(recipe, path, before.replace(behind, `${behind}\n${text}`));
  }

  run(code: string) {
    return spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      cwd: this.root,
      encoding: 'utf8',
    });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

const OPERATION = 'Adding an operation';
const FIELD = 'Adding a field';
const COMMAND = 'Adding a command';
const NOUN = 'Adding a noun';

/** The operation that reads one template. */
function addOperation(copy: Copy): void {
  copy.add(
    OPERATION,
    'src/contract/resources/template.ts',
    'export type LandscapeTemplate = z.infer<typeof landscapeTemplate>;',
    `
export const getTemplate = operation({
  id: 'landscapeTemplates.get',
  method: 'GET',
  path: '/landscape-templates/{landscapeTemplateId}',
  response: loose({ landscapeTemplate }),
  envelope: 'landscapeTemplate',
  answers: 'one',
  meter: 'read',
  access: 'any',
  summary: 'Get a landscape template',
});`,
  );
  const path = 'src/sandbox/resources/template.ts';
  const source = readFileSync(path, 'utf8');
  copy.write(
    OPERATION,
    path,
    source.replace('import { getTemplateThumbnail,', 'import { getTemplate, getTemplateThumbnail,').replace(
      '  on(listTemplates,',
      `  on(getTemplate, (call) => ({
    landscapeTemplate: call.services.store.records
      .all('landscapeTemplate')
      .find(({ doc }) => doc.id === call.parameters.landscapeTemplateId)?.doc,
  })),
  on(listTemplates,`,
    ),
  );
}

/** A text field of model objects: one line in one file. */
function addField(copy: Copy): void {
  copy.add(
    FIELD,
    'src/contract/fields/model-object.ts',
    "  caption: textField('One-line summary', { column: 4 }),",
    "  costCenter: textField('Cost centre that pays for it', { column: 1 }),",
  );
}

/** A model file with an object that has the new field. */
const MODEL = `namespace: costs
domains:
  - id: finance
    name: Finance
    objects:
      - { id: ledger, name: Ledger, type: system, costCenter: CC-2 }
`;

const command = (word: string) => `import { operationCommand } from '../../cli/command/operation-command.js';
import { getTemplate } from '../../contract/resources/template.js';
import noun from './noun.js';

export default operationCommand(getTemplate, {
  args: { landscapeTemplateId: { name: 'TEMPLATE', help: 'Template', completes: 'blueprint' } },
  columns: noun.columns,
  examples: {
    'One of them': 'archctl ${word} get TEMPLATE',
    'Its name': 'archctl ${word} get TEMPLATE --query name',
  },
  related: ['template list'],
});
`;

const noun = `import { id, name } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';

export default noun({
  summary: 'Read blueprints',
  aliases: ['blueprints'],
  section: 'Catalog',
  rank: 9,
  examples: {
    'One of them': 'archctl blueprint get TEMPLATE',
    'Its name': 'archctl blueprint get TEMPLATE --query name',
  },
  related: ['template list'],
  columns: [id, name],
  completes: [
    {
      kind: 'blueprint',
      list: async () => (await import('../../contract/resources/template.js')).listTemplates,
    },
  ],
});
`;

interface Program {
  machine: typeof machine;
  openService: typeof openService;
  REGISTRY: typeof REGISTRY;
  TREE: typeof TREE;
  OPERATIONS: typeof OPERATIONS;
}

/** Generates files, and bundles the program with its test support. */
async function build(copy: Copy): Promise<Program> {
  const entry = [
    `export { machine } from '../test/support/world.js';`,
    `export { openService } from '../test/support/sandbox.js';`,
    `export { REGISTRY } from './commands/registry.generated.js';`,
    `export { TREE } from './completion/tree.generated.js';`,
    `export { OPERATIONS } from './contract/index.js';`,
  ].join('\n');
  const { stdout, stderr, status } = copy.run(`
    import { bundle } from './scripts/bundle.mjs';
    import { generate } from './scripts/generate.mjs';
    await generate();
    console.log(await bundle({ code: ${JSON.stringify(entry)}, directory: ${JSON.stringify(join(copy.root, 'src'))} }));
  `);
  expect(status, stderr).toBe(0);
  return (await import(pathToFileURL(stdout.trim()).href)) as Program;
}

describe('the recipes', () => {
  const copy = new Copy();
  let program: Program;
  let service: Awaited<ReturnType<typeof openService>>;
  let user: ReturnType<typeof machine>;
  beforeAll(async () => {
    addOperation(copy);
    addField(copy);
    copy.write(NOUN, 'src/commands/blueprint/noun.ts', noun);
    copy.write(COMMAND, 'src/commands/blueprint/get.ts', command('blueprint'));
    program = await build(copy);
    service = await program.openService();
    user = program.machine(service);
    user.signIn({ org: textOf((await ask('organization', 'list'))[0], 'id') });
  }, 60_000);
  afterAll(async () => {
    await user?.remove();
    await service?.close();
    copy.remove();
  });
  async function ask(...argv: string[]): Promise<Record<string, unknown>[]> {
    user.signIn(user.profiles().profiles.default ?? {});
    return (await user.run([...argv, '-o', 'json'])).json() as Record<string, unknown>[];
  }

  test('name every changed file', () => {
    expect(copy.touched.filter(([recipe, path]) => !names(recipe, path))).toEqual([]);
    expect(names(COMMAND, 'src/cli/line/route.ts')).toBe(false);
  });

  test('a command is one file: it is listed, has help, and belongs to its noun', async () => {
    const tree = (await user.run(['commands', '-o', 'json'])).json() as {
      commands: { usage: string; operation?: { id: string } }[];
    };
    expect(tree.commands.find(({ usage }) => usage.startsWith('archctl blueprint get'))?.operation?.id).toBe(
      'landscapeTemplates.get',
    );
    expect((await user.run(['--help'])).stdout).toMatch(/\bblueprint\b/);
    expect((await user.run(['blueprints', '--help'])).stdout).toContain('Get a landscape template');
  });

  test('a noun with completion is one file: a Tab knows its kind and its list request', () => {
    expect(program.TREE.kinds.blueprint).toEqual([]);
    expect(program.REGISTRY.nouns.find(({ kinds }) => kinds?.includes('blueprint'))?.path).toEqual([
      'blueprint',
    ]);
  });

  test('an operation is declared and implemented', async () => {
    expect(program.OPERATIONS.map(({ id }) => id)).toContain('landscapeTemplates.get');
    const [template] = await ask('template', 'list');
    const id = textOf(template, 'id');
    expect((await user.run(['blueprint', 'get', id, '-o', 'json'])).json()).toEqual(template);
  });

  describe('a field', () => {
    let landscape: string;
    let parent: string;
    const run = (...argv: string[]) => user.run([...argv, '--landscape', landscape]);
    beforeAll(async () => {
      landscape = textOf((await ask('landscape', 'list'))[0], 'id');
      const objects = await ask('object', 'list', '--landscape', landscape);
      parent = textOf(
        objects.find(({ type }) => type === 'system'),
        'id',
      );
    });

    test('is an option and a column', async () => {
      expect((await run('object', 'create', '--help')).stdout).toContain('--cost-center TEXT');
      const words = ['--name', 'Ledger', '--type', 'app', '--parent', parent, '--cost-center', 'CC-1'];
      expect((await run('object', 'create', ...words)).stdout).toContain('CC-1');
      const { stdout } = await run('object', 'list', '--name', 'Ledger', '-o', 'csv');
      expect(stdout).toMatch(/,costCenter,.*\r?\n.*,CC-1,/);
    });

    test('is in bulk data and updates', async () => {
      const line = JSON.stringify({ name: 'Payroll', type: 'app', parentId: parent, costCenter: 'CC-3' });
      user.write('objects.ndjson', `${line}\n${line.replace('Payroll', 'Taxes')}\n`);
      const made = await run('object', 'create', '--data', '@objects.ndjson', '-o', 'ndjson');
      expect(made.lines()).toMatchObject([{ costCenter: 'CC-3' }, { costCenter: 'CC-3' }]);
      const id = textOf(made.lines()[0], 'id');
      const updated = await run('object', 'update', id, '--cost-center', 'CC-4', '-o', 'json');
      expect(updated.json()).toMatchObject({ costCenter: 'CC-4' });
    });

    test('is in model files: schema, validation, plan, apply, pull and export', async () => {
      expect((await user.run(['model', 'schema'])).stdout).toContain('"costCenter"');
      user.write('model.yaml', MODEL);
      expect((await user.run(['model', 'validate', 'model.yaml'])).code).toBe(0);
      const wrong = user.write('wrong.yaml', MODEL.replace('costCenter', 'costCentre'));
      expect((await user.run(['model', 'validate', wrong])).code).not.toBe(0);
      await run('model', 'apply', 'model.yaml', '--yes');
      user.write('model.yaml', MODEL.replace('CC-2', 'CC-5'));
      const plan = await run('model', 'plan', 'model.yaml');
      expect(plan.stdout).toMatch(/costCenter.*CC-2.*CC-5/);
      await run('model', 'pull', '--out', 'pulled.yaml');
      expect(user.read('pulled.yaml')).toContain('costCenter: CC-2');
      const csv = await user.run(['model', 'export', 'model.yaml', '--format', 'csv']);
      expect(csv.stdout).toMatch(/,costCenter,.*\r?\n[\s\S]*,CC-5,/);
    });

    test('is in exports and imports of the service', async () => {
      const entries = [
        { id: 'finance', name: 'Finance', type: 'domain' },
        { id: 'audit', name: 'Audit', type: 'system', parentId: 'finance', costCenter: 'CC-6' },
      ];
      user.write('import.json', JSON.stringify({ namespace: 'audit', modelObjects: entries }));
      await run('import', 'import.json');
      expect((await run('object', 'export')).stdout).toMatch(/,costCenter,.*\r?\n[\s\S]*,CC-6,/);
      expect(
        (await user.run(['landscape', 'export', landscape, '--type', 'json', '--out', '-'])).stdout,
      ).toContain('CC-6');
    });
  });

  // The last test: the program of the others is already bundled.
  test('errors are reported where the registry is generated', () => {
    const alone = command('lonely').replace("import noun from './noun.js';", 'const noun = { columns: [] };');
    copy.write(COMMAND, 'src/commands/lonely/get.ts', alone);
    copy.write(NOUN, 'src/commands/empty/noun.ts', noun.replace(/ {2}completes: [\s\S]*?\n {2}\],\n/, ''));
    copy.write(NOUN, 'src/commands/twice/noun.ts', noun.replace("'blueprint'", "'diagram'"));
    copy.write(NOUN, 'src/commands/away/noun.ts', noun.replace("'Catalog'", "'Elsewhere'"));
    copy.write(NOUN, 'src/commands/away/get.ts', command('away').replace("'blueprint'", "'blueprints'"));
    const { status, stderr } = copy.run(
      `import { generatedFiles } from './scripts/generate.mjs'; await generatedFiles();`,
    );
    expect(status).toBe(1);
    expect(stderr).toContain('src/commands/lonely/noun.ts is missing.');
    expect(stderr).toContain('empty/noun.ts has no commands below it.');
    expect(stderr).toContain('Two nouns complete diagram.');
    expect(stderr).toContain('away/noun.ts: its section must be one of Start here, Models as code,');
    expect(stderr).toContain('away/get.ts: no noun completes blueprints.');
  });
});
