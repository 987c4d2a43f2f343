/** The landscape of a document, and what an apply may delete there or take over. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, listOf, textOf } from '../../support/sandbox.js';
import type { RunOptions } from '../../support/world.js';
import { type CommandSuite, openCommandSuite } from '../command-suite.js';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

const create = async (name: string): Promise<string> => {
  const made = await suite.ask(`organizations/${suite.ids.organization}/landscapes`, 'POST', { name });
  return textOf(made.landscape, 'id');
};

const objectsOf = async (landscape: string): Promise<string[]> =>
  listOf(await suite.ask(`landscapes/${landscape}/versions/latest/model/objects`), 'modelObjects')
    .filter(({ type }) => type !== 'root')
    .map((it) => textOf(it, 'name'));

const systems = (count: number): string =>
  Array.from({ length: count }, (_, at) => `      - { id: s${at}, name: S${at}, type: system }\n`).join('');

const documentOf = (landscape: string, objects = systems(1)): string =>
  `landscape: ${landscape}\nnamespace: team\ndomains:\n  - id: d\n    name: D\n    objects:\n${objects}`;

/** Two landscapes, a document that names the first one, and the second one as default of the machine. */
async function place(name: string) {
  const [own, other] = [await create(name), await create(`${name} default`)];
  const machine = suite.machine();
  machine.write('.archctl.json', JSON.stringify({ landscape: `${name} default` }));
  machine.write('m.yaml', documentOf(name));
  const run = (line: string, options?: RunOptions) => machine.run(line.split(' '), options);
  return { own, other, machine, run, name };
}

describe('a document that names a landscape', () => {
  it('is applied there, and a different default of any source is reported', async () => {
    const { own, other, machine, run, name } = await place('Named');
    const report = (source: string) =>
      `The document names the landscape "Named" (m.yaml:1:12). It is used instead of the default "Named default" of ${source}`;
    const planned = await run('model plan m.yaml', { env: { ARCHCTL_LANDSCAPE: other } });
    expect(planned.stderr).toContain(report('ARCHCTL_LANDSCAPE'));
    expect(planned.stdout).toMatch(/^Plan for "Named": 2 to create\n/);
    expect((await run('model plan m.yaml -o markdown')).stdout).toMatch(/^### Plan for Named: /);
    const applied = await run('model apply m.yaml --yes -o json');
    expect(applied.stderr).toContain(report(machine.cwd));
    expect(applied.stderr).toContain('Plan for "Named": 2 to create.\n');
    expect(applied.json()).toMatchObject({ landscape: { id: own, name }, created: 2 });
    expect([await objectsOf(own), await objectsOf(other)]).toEqual([['S0'], []]);
    const drift = await run('model drift m.yaml -o json');
    expect([drift.code, drift.json()]).toMatchObject([0, { landscape: { id: own, name }, unchanged: 2 }]);
    expect((await run('model diff m.yaml')).stdout).toContain('  - Named  named\n\n1 removed.');
  });

  it('is refused with another --landscape, unless the user confirms it', async () => {
    const { own, other, run } = await place('Bound');
    for (const line of ['plan m.yaml', 'apply m.yaml --yes', 'drift m.yaml', 'apply m.yaml --dry-run']) {
      const ran = await run(`model ${line} --landscape ${other} -o json`);
      expect([ran.code, ran.error().message]).toEqual([
        2,
        'The document names the landscape "Bound" (m.yaml:1:12), but --landscape is "Bound default".',
      ]);
      expect(ran.error().hint).toContain('--other-landscape');
    }
    const question = 'Use "Bound default"?';
    const declined = await run(`model apply m.yaml --landscape ${other}`, {
      tty: true,
      answers: [{ ask: 'confirm', message: question, answer: false }],
    });
    expect(declined.code).toBe(2);
    expect([await objectsOf(own), await objectsOf(other)]).toEqual([[], []]);
    const confirmed = await run(`model apply m.yaml --landscape ${other}`, {
      tty: true,
      answers: [
        { ask: 'confirm', message: question, answer: true },
        { ask: 'confirm', message: 'the landscape "Bound default"', answer: true },
      ],
    });
    expect(confirmed.code, confirmed.stderr).toBe(0);
    expect(confirmed.stdout).toContain('Plan for "Bound default" (the document names another landscape): ');
    const allowed = await run(`model apply m.yaml --yes --landscape ${other} --other-landscape`);
    expect([allowed.code, await objectsOf(own), await objectsOf(other)]).toEqual([0, [], ['S0']]);
    expect((await run('model plan m.yaml --other-landscape')).stderr).toContain('requires --landscape');
    const compared = await run(`model diff m.yaml live --landscape ${other}`);
    expect([compared.stdout, compared.stderr]).toEqual([
      expect.stringContaining('  + Bound default  bound-default\n\n1 added.'),
      expect.stringContaining('"Bound default" is used instead.'),
    ]);
  });

  it('is an error with its location and the next step if there is no such landscape, or several', async () => {
    const { own, machine, run } = await place('Renamed');
    await suite.ask(`landscapes/${own}`, 'PATCH', { name: 'Renamed since' });
    const none = await run('model apply m.yaml --yes -o json');
    expect([none.code, none.error().message]).toEqual([4, 'There is no landscape "Renamed" (m.yaml:1:12).']);
    expect(none.error().hint).toContain('correct the field "landscape"');
    machine.write('m.yaml', documentOf(own));
    expect((await run('model plan m.yaml')).stdout).toContain('Plan for "Renamed since"');
    const twin = await create('Renamed since');
    machine.write('m.yaml', documentOf('Renamed since'));
    const several = await run('model plan m.yaml -o json');
    expect([several.code, several.error().details]).toEqual([2, expect.arrayContaining([own, twin])]);
    expect((await run(`model plan m.yaml --landscape ${twin}`)).code).toBe(0);
    machine.write('n.yaml', 'landscape: Other\n');
    expect((await run('model validate m.yaml n.yaml')).stdout).toContain('document/two-values');
  });

  it('binds a saved plan, which goes to its landscape or nowhere', async () => {
    const { own, other, run } = await place('Saved');
    await run('model plan m.yaml --out plan.json');
    const elsewhere = await run(`model apply plan.json --yes --landscape ${other} -o json`);
    expect([elsewhere.code, elsewhere.error().message]).toEqual([
      2,
      'The plan is for the landscape "Saved", not for "Saved default".',
    ]);
    const applied = await run('model apply plan.json --yes');
    expect([applied.code, await objectsOf(own), await objectsOf(other)]).toEqual([0, ['S0'], []]);
  });

  it('gives its landscape to an import from another tool, whose title is only a title otherwise', async () => {
    const { own, other, machine, run } = await place('Imported');
    const dsl = (title: string) => `workspace "${title}" {\n  model {\n    a = softwareSystem "A"\n  }\n}\n`;
    machine.write('w.dsl', dsl('Imported'));
    const refused = await run(`model import-from w.dsl --apply --yes --landscape ${other}`);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--other-landscape')]);
    expect((await run('model import-from w.dsl --apply --yes')).code).toBe(0);
    expect([await objectsOf(own), await objectsOf(other)]).toEqual([['A'], []]);
    machine.write('w.dsl', dsl('Big Bank'));
    expect((await run('model import-from w.dsl --apply --yes')).code).toBe(0);
    expect(await objectsOf(other)).toEqual(['A']);
  });
});

describe('a plan that deletes many records', () => {
  const applied = async (name: string, count: number) => {
    const it = await place(name);
    it.machine.write('m.yaml', documentOf(name, systems(count)));
    const first = await it.run('model apply m.yaml --yes');
    expect(first.code, first.stderr).toBe(0);
    return it;
  };

  it('needs --allow-deletes in scripts', async () => {
    const { own, machine, run } = await applied('Emptied', 12);
    machine.write('m.yaml', documentOf('Emptied'));
    const planned = await run('model plan m.yaml --prune -o json');
    expect(planned.stderr).toContain(
      '"archctl model apply" needs --allow-deletes 11, unless it applies this plan',
    );
    expect(planned.json()).toMatchObject({ deletions: { records: 11, own: 11, ofOwn: 13, ofAll: 14 } });
    for (const option of ['', ' --allow-deletes 10']) {
      const refused = await run(`model apply m.yaml --prune --yes${option} -o json`);
      expect([refused.code, refused.error().message]).toEqual([
        2,
        expect.stringContaining('deletes 11 of the 13 records that the namespace team owns in "Emptied"'),
      ]);
      expect(refused.error().hint).toContain('--allow-deletes 11');
    }
    expect(await objectsOf(own)).toHaveLength(12);
    expect((await run('model apply m.yaml --prune --yes --allow-deletes 11')).code).toBe(0);
    expect(await objectsOf(own)).toEqual(['S0']);
  });

  it('needs the name of the landscape on a terminal, and nothing more as a saved plan', async () => {
    const { own, machine, run } = await applied('Typed', 12);
    machine.write('m.yaml', documentOf('Typed'));
    const typing = (answer: string) => ({
      tty: true,
      answers: [{ ask: 'input' as const, message: 'Type "Typed" to confirm:', answer }],
    });
    expect((await run('model apply m.yaml --prune', typing(''))).code).toBe(130);
    expect((await run('model apply m.yaml --prune', typing('y'))).stderr).toContain('is refused: Type');
    expect(await objectsOf(own)).toHaveLength(12);
    await run('model plan m.yaml --prune --out plan.json');
    expect((await run('model apply plan.json --yes --allow-deletes 1')).code).toBe(2);
    expect((await run('model apply m.yaml --prune', typing('Typed'))).code).toBe(0);
    expect(await objectsOf(own)).toEqual(['S0']);
    machine.write('m.yaml', documentOf('Typed', systems(12)));
    await run('model apply m.yaml --yes');
    machine.write('m.yaml', documentOf('Typed'));
    await run('model plan m.yaml --prune --out plan.json');
    expect((await run('model apply plan.json --yes')).code).toBe(0);
  });

  it('goes into a draft, and deletes few records, without more', async () => {
    const { own, machine, run } = await applied('Drafted', 20);
    machine.write('m.yaml', documentOf('Drafted', systems(10)));
    expect((await run('model apply m.yaml --prune --yes')).code).toBe(0);
    expect(await objectsOf(own)).toHaveLength(10);
    machine.write('m.yaml', documentOf('Drafted', systems(20)));
    await run('model apply m.yaml --yes');
    machine.write('m.yaml', documentOf('Drafted'));
    expect((await run('model apply m.yaml --prune --yes --draft Less')).code).toBe(0);
  });
});

describe('an element of another namespace', () => {
  it('is not taken over without --force-owner, with or without owners in the document', async () => {
    const { own, machine, run } = await place('Owned');
    await run('model apply m.yaml --yes');
    const namespaces = async () =>
      listOf(await suite.ask(`landscapes/${own}/versions/latest/model/objects`), 'modelObjects')
        .filter(({ name }) => name === 'S0')
        .map(({ labels }) => (labels as JsonObject)['import-namespace']);
    const owners = 'owners:\n  - { namespace: "*", owners: [board] }\n';
    for (const more of ['', owners])
      for (const [field, does] of [
        ['', 'take it over'],
        [', caption: Ours', 'change it'],
      ]) {
        const text = documentOf('Owned', `      - { id: mine, name: S0, type: system${field} }\n`);
        machine.write('m.yaml', `${text.replace('namespace: team', 'namespace: others')}${more}`);
        for (const line of ['plan m.yaml', 'apply m.yaml --yes']) {
          const ran = await run(`model ${line} -o json`);
          const { message, details = [] } = ran.error();
          expect([ran.code, message, details]).toEqual([
            2,
            'The plan has 2 problems.',
            expect.arrayContaining([
              expect.stringMatching(
                new RegExp(
                  `^The model object mine \\(namespace team.*\\): the plan would ${does}\\. .*--force-owner`,
                ),
              ),
            ]),
          ]);
        }
      }
    expect(await namespaces()).toEqual(['team']);
    expect((await run('model apply m.yaml --yes --force-owner')).code).toBe(0);
    expect(await namespaces()).toEqual(['others']);
  });
});

describe('deletions of a whole container', () => {
  it('ask for its name on a terminal, and need only --yes in scripts', async () => {
    const id = await create('Thrown away');
    const { run } = { run: (line: string[], options?: RunOptions) => suite.machine().run(line, options) };
    const answers = (answer: string) => ({
      tty: true,
      answers: [{ ask: 'input' as const, message: /Thrown away.*Type "Thrown away" to confirm:/s, answer }],
    });
    expect((await run(['landscape', 'delete', id], answers(''))).code).toBe(130);
    expect((await run(['landscape', 'delete', id], answers('Thrown away'))).code).toBe(0);
    const script = await create('Scripted');
    expect((await run(['landscape', 'delete', script, '--yes'])).code).toBe(0);
    const made = await suite.ask('organizations', 'POST', { name: 'Short-lived' });
    const org = textOf(made.organization, 'id');
    const message = /Delete the organization.*Type "Short-lived" to confirm:/s;
    const typed = { tty: true, answers: [{ ask: 'input' as const, message, answer: 'Short-lived' }] };
    expect((await run(['organization', 'delete', org], typed)).code).toBe(0);
  });
});
