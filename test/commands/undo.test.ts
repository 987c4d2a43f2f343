import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAMILIES } from '../../src/contract/families.js';
import { EXCLUDED_KINDS } from '../../src/contract/rules/undo/excluded-kinds.js';
import { ADMIN, type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Machine, RunOptions, RunResult } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';
import { KINDS, stable } from './comparable-records.js';

/** `archctl undo` restores what a command deleted or changed. */

let suite: CommandSuite;
let machine: Machine;
beforeAll(async () => {
  suite = await openCommandSuite();
  machine = suite.machine();
});
afterAll(() => suite.close());

const person = (line: string, options: RunOptions = {}): Promise<RunResult> =>
  machine.run([...line.split(' '), '--no-color'], { tty: true, ...options });

/** Every record of the version, with the contents of diagrams. */
async function everything(landscape = suite.ids.landscape): Promise<unknown> {
  const base = `landscapes/${landscape}/versions/latest`;
  const found: JsonObject[] = [];
  for (const [path, key] of Object.entries(KINDS))
    found.push(...listOf(await suite.ask(`${base}/${path}`), key));
  for (const { id } of listOf(await suite.ask(`${base}/diagrams`), 'diagrams'))
    found.push({ ...(await suite.ask(`${base}/diagrams/${String(id)}/content`)) });
  return stable(found);
}

async function idsOf(
  path: keyof typeof KINDS,
  fits: (it: JsonObject) => boolean = () => true,
): Promise<string[]> {
  const answer = await suite.ask(`landscapes/${suite.ids.landscape}/versions/latest/${path}`);
  return listOf(answer, KINDS[path])
    .filter(fits)
    .map((it) => textOf(it, 'id'));
}

const isNoRoot = ({ type }: JsonObject): boolean => type !== 'root';

describe('undo', () => {
  it('restores what a random delete removed, with all references, from a person and from a script', async () => {
    const before = await everything();
    const kinds = [
      ['object', 'model/objects'],
      ['connection', 'model/connections'],
      ['diagram', 'diagrams'],
      ['diagram group', 'diagram-groups'],
      ['flow', 'flows'],
      ['tag', 'tags'],
      ['tag-group', 'tag-groups'],
    ] as const;
    const command = fc.record({
      kind: fc.constantFrom(...(kinds as readonly (readonly [string, keyof typeof KINDS])[])),
      at: fc.nat(1000),
      count: fc.integer({ min: 1, max: 3 }),
      tty: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(command, async ({ kind: [noun, path], at, count, tty }) => {
        const ids = await idsOf(path, isNoRoot);
        const some = Array.from({ length: count }, (_, more) => ids[(at + more) % ids.length] ?? '');
        const gone = await machine.run([...noun.split(' '), 'delete', ...new Set(some), '--yes'], { tty });
        expect(gone.code, gone.stderr).toBe(0);
        expect(await everything()).not.toEqual(before);
        const undone = await machine.run(['undo', '--yes'], { tty });
        expect(undone.code, undone.stderr).toBe(0);
        expect(await everything()).toEqual(before);
      }),
      { numRuns: 30 },
    );
  }, 120_000);

  it('restores what a change of a person replaced', async () => {
    const before = await everything();
    const [diagram = ''] = await idsOf('diagrams');
    const [object] = await idsOf('model/objects', isNoRoot);
    const lines = [
      `object update ${object} --status removed --name Renamed --label a=b`,
      `diagram content replace ${diagram} --data {} --yes`,
      `diagram update ${diagram} --name Other`,
    ];
    for (const line of lines) {
      const changed = await person(line);
      expect(changed.code, changed.stderr).toBe(0);
      expect(await everything()).not.toEqual(before);
      const undone = await person('undo --yes');
      expect(undone.code, undone.stderr).toBe(0);
      expect(await everything(), line).toEqual(before);
    }
  });

  it('restores a domain with everything in it; its root object gets a new id', async () => {
    await person('domain upsert HarbourAbcdefghijAbc --name Harbour');
    const [root = ''] = await idsOf('model/objects', (it) => it.domainId === 'HarbourAbcdefghijAbc');
    await person(`object create --name Cranes --type system --parent ${root}`);
    await person('object create --name Ships --type app --parent Cranes');
    await person('connection create --name Lifts --origin Ships --target Cranes --direction none');
    await person(`diagram create --name Quay --type context-diagram --model ${root} --index 0`);
    const names = async () => {
      const all = JSON.stringify(await everything());
      return [...all.matchAll(/"name":"([^"]*)"/g)].map(([, name]) => name).sort();
    };
    const before = await names();
    for (const name of ['Harbour', 'Cranes', 'Ships', 'Lifts', 'Quay']) expect(before).toContain(name);
    expect((await person('domain delete Harbour --yes')).code).toBe(0);
    expect(await names()).not.toContain('Ships');
    const undone = await person('undo --yes');
    expect(undone.code, undone.stderr).toBe(0);
    expect(await names()).toEqual(before);
    expect((await person('domain delete Harbour --yes')).code).toBe(0);
  });

  it('restores what an apply deleted and changed', async () => {
    const made = (
      await machine.run(['landscape', 'create', '--name', 'Port', '-o', 'json'])
    ).json() as JsonObject;
    const landscape = textOf(made, 'id');
    const here = (line: string): Promise<RunResult> => person(`${line} --landscape ${landscape}`);
    const cranes = '{ id: cranes, name: Cranes, type: system, domain: harbour }';
    const crews = '{ id: crews, name: Crews, type: app, parent: cranes }';
    const steers = '{ id: steers, name: Steers, origin: crews, target: cranes, direction: outgoing }';
    const port = 'namespace: port\ndomains: [{ id: harbour, name: Harbour }]';
    machine.write('port.yaml', `${port}\nobjects: [${cranes}, ${crews}]\nconnections: [${steers}]\n`);
    const first = await here('model apply port.yaml --yes');
    expect(first.code, first.stderr).toBe(0);
    machine.write('port.yaml', `${port}\nobjects: [${cranes}]\n`);
    await here('object update Cranes --name Hoists --label team=port');
    const before = await everything(landscape);
    const applied = await here('model apply port.yaml --prune --yes');
    expect(applied.code, applied.stderr).toBe(0);
    expect(applied.stderr).toContain('undo: archctl undo');
    expect(JSON.stringify(await everything(landscape))).not.toContain('Crews');
    const undone = await here('undo --yes');
    expect(undone.code, undone.stderr).toBe(0);
    expect(await everything(landscape)).toEqual(before);
    expect((await person('undo --list')).stdout).not.toContain('port.yaml');
  });

  it('restores what a second request changed after the first was refused', async () => {
    const [root = ''] = await idsOf('model/objects', (it) => it.type === 'root');
    await person(`object create --name NameThatLooksLikeIds --type system --parent ${root}`);
    await person('object create --name Berths --type app --parent NameThatLooksLikeIds');
    const before = await everything();
    const changed = await person(`object update Berths --parent ${suite.ids.origin}`);
    expect(changed.code, changed.stderr).toBe(0);
    const moved = await person('object update Berths --parent NameThatLooksLikeIds');
    expect(moved.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(2);
    for (const _ of [1, 2]) expect((await person('undo --yes')).code).toBe(0);
    expect(await everything()).toEqual(before);
  });

  it('restores a decision under a new number', async () => {
    await person('adr create --name Steam --status accepted --description Coal');
    expect((await person('adr delete Steam --yes')).code).toBe(0);
    expect((await person('undo --yes')).code).toBe(0);
    const found = (await machine.run(['adr', 'get', 'Steam', '-o', 'json'])).json();
    expect(found).toMatchObject({ name: 'Steam', status: 'accepted', description: 'Coal' });
  });

  it('warns before a delete of more than 1,000 records that it cannot be undone', async () => {
    const lines = Array.from({ length: 1001 }, (_, at) => `{"id":"${String(at).padStart(20, 'x')}"}\n`);
    machine.write('many.ndjson', lines.join(''));
    const answers = [
      { ask: 'confirm', answer: true },
      { ask: 'confirm', answer: false },
    ] as const;
    const ran = await person('tag delete --data @many.ndjson', { answers });
    expect([ran.code, ran.stderr]).toEqual([130, expect.stringContaining('more than 1,000 records')]);
    expect(ran.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  it('makes an undone change again, and deletes what the change created', async () => {
    const before = await everything();
    await person('tag-group create --name Regions --icon globe --index 7');
    const after = await everything();
    const undone = await person('undo --yes');
    expect(undone.stderr).toContain('Undone: tag-group create');
    expect(await everything()).toEqual(before);
    expect((await person('undo 1 --yes')).stderr).toContain('Made again');
    expect(await everything()).toEqual(after);
    expect((await person('undo --yes')).code).toBe(0);
  });

  it('lists changes, newest first, for people and programs', async () => {
    await person('tag-group create --name Zones --icon globe --index 7');
    await person('tag-group delete Zones --yes');
    const rows = (await machine.run(['undo', '--list', '-o', 'json'])).json() as JsonObject[];
    expect(rows[0]).toMatchObject({
      number: 1,
      command: 'tag-group delete Zones --yes --no-color',
      changes: '1 tag group',
      undone: false,
    });
    expect((await person('undo --list')).stdout).toContain('tag-group delete Zones');
  });

  it('lists commands in full, also beside long lists of changes', async () => {
    const name = 'Quays of the northern harbour';
    await machine.run(['tag-group', 'create', '--name', name, '--icon', 'globe', '--index', '7'], {
      tty: true,
    });
    const wide = await machine.run(['undo', '--list', '--no-color'], { tty: true, width: 110 });
    expect(wide.stdout).toContain(`  1  tag-group create --name '${name}' --icon globe --index 7\n`);
    const narrow = await machine.run(['undo', '--list', '--no-color'], { tty: true, width: 60 });
    expect(narrow.stdout).toContain(
      `  1  tag-group create --name '${name}'\n     --icon globe --index 7\n     just now · 1 tag group\n`,
    );
    expect((await person('undo --yes')).code).toBe(0);
  });

  it('shows what an undo would restore by name and field, and changes nothing', async () => {
    const [object = ''] = await idsOf('model/objects', (it) => it.name === 'Booking Database');
    expect((await person(`object delete ${object} --yes`)).code).toBe(0);
    const after = await everything();
    const shown = await person('undo --show', { width: 120 });
    expect(shown.stdout).toContain(`Undo: object delete ${object} --yes --no-color  just now\n`);
    expect(shown.stdout).toMatch(/^ {2}\+ \S.* Booking Database$/m);
    expect(shown.stdout).toMatch(
      /^ {2}~ diagram Booking Apps\n {6}drawn objects: 13 entries → 14 entries: \+ Booking Database$/m,
    );
    const record = (await machine.run(['undo', '--show', '1', '-o', 'json'])).json();
    expect(record).toMatchObject({ undone: false, conflicts: [], steps: expect.any(Array) });
    expect(await everything()).toEqual(after);
    expect((await person('undo --yes')).code).toBe(0);
    const again = await person('undo 1 --show');
    expect(again.stdout).toMatch(/^Make again: object delete [\s\S]*^ {2}- .* Booking Database$/m);
  });

  it('shows what it cannot restore', async () => {
    const [object = ''] = await idsOf('model/objects', (it) => it.type === 'system');
    await person(`object update ${object} --caption Mine`);
    const path = `landscapes/${suite.ids.landscape}/versions/latest/model/objects/${object}`;
    await suite.ask(path, 'PATCH', { caption: 'Theirs' });
    const shown = await person('undo --show');
    expect([shown.code, shown.stdout]).toEqual([
      0,
      expect.stringMatching(/Cannot be restored\n {2}.+ was changed since: caption$/m),
    ]);
    expect((await person('undo --yes --force')).code).toBe(0);
  });

  it('is named by a delete, with the records that it changed; a refused one is not recorded', async () => {
    const argv = ['object', 'delete', 'Booking Database', '--yes', '--no-color'];
    const gone = await machine.run(argv, { tty: true, width: 400 });
    expect(gone.stderr).toMatch(
      /^✓ Deleted \S.* "Booking Database" with 2 .+ and removed from the flow ".+" and the diagrams ".+"\.\nundo: archctl undo\n$/,
    );
    const undone = await person('undo --yes');
    expect(undone.code, undone.stderr).toBe(0);
    const before = (await machine.run(['undo', '--list', '-o', 'json'])).json() as JsonObject[];
    const transport: typeof suite.service.transport = async (request) => {
      if (request.method !== 'DELETE') return suite.service.transport(request);
      return { ...(await suite.service.transport({ ...request, method: 'GET' })), status: 403 };
    };
    const refused = await machine.run(argv, { tty: true, transport });
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).not.toContain('archctl undo');
    const after = (await machine.run(['undo', '--list', '-o', 'json'])).json() as JsonObject[];
    expect(after[0]).toEqual(before[0]);
  });

  it('prints how to undo a delete, for a person only', async () => {
    const make = () =>
      machine.run(['tag-group', 'create', '--name', 'Ports', '--icon', 'globe', '--index', '8']);
    await make();
    expect((await person('tag-group delete Ports --yes')).stderr).toContain('undo: archctl undo');
    await make();
    expect((await machine.run(['tag-group', 'delete', 'Ports', '--yes'])).stderr).not.toContain(
      'archctl undo',
    );
  });

  it('shows the plan and asks; no changes nothing', async () => {
    const [object = ''] = await idsOf('model/objects', (it) => it.type === 'system');
    await person(`object update ${object} --status removed`);
    const after = await everything();
    const no = await person('undo', { answers: [{ ask: 'confirm', answer: false }] });
    expect(no.code).toBe(130);
    expect(no.stdout).toContain('status: removed → ');
    expect(await everything()).toEqual(after);
    const dry = await person('undo --dry-run');
    expect(dry.stdout).toContain('1 to update');
    expect(await everything()).toEqual(after);
    expect((await person('undo --yes')).code).toBe(0);
  });
});

describe('a conflict', () => {
  it('is named and not overwritten without --force; other fields are kept', async () => {
    const [object = ''] = await idsOf('model/objects', (it) => it.type === 'system');
    const path = `landscapes/${suite.ids.landscape}/versions/latest/model/objects/${object}`;
    await suite.ask(path, 'PATCH', { caption: 'First', description: 'First' });
    await person(`object update ${object} --caption Second`);
    await suite.ask(path, 'PATCH', { caption: 'Third', description: 'Third' });
    const refused = await machine.run(['undo', '--yes', '-o', 'json']);
    expect(refused.error()).toMatchObject({ kind: 'refused', details: [expect.stringContaining('caption')] });
    const forced = await person('undo --yes --force');
    expect(forced.code, forced.stderr).toBe(0);
    const { modelObject } = await suite.ask(path);
    expect(modelObject).toMatchObject({ caption: 'First', description: 'Third' });
  });

  it('is a record that a later change needs', async () => {
    const [parent = ''] = await idsOf('model/objects', (it) => it.type === 'root');
    await person(`object create --name Depot --type system --parent ${parent}`);
    await suite.ask(`landscapes/${suite.ids.landscape}/versions/latest/model/objects`, 'POST', {
      name: 'Shelf',
      type: 'app',
      parentId: (await idsOf('model/objects', (it) => it.name === 'Depot'))[0],
    });
    const refused = await machine.run(['undo', '--yes', '-o', 'json']);
    expect(refused.error().details).toEqual([expect.stringContaining('contains the model object Shelf')]);
  });
});

describe('the journal', () => {
  const files = (of: Machine): string[] => readdirSync(join(of.state, 'undo'));
  const groups = (of: Machine, ...argv: string[]): Promise<RunResult> =>
    of.run(['tag-group', ...argv], { tty: true });

  it('is private and holds no secret', async () => {
    const own = suite.machine();
    await groups(own, 'create', '--name', 'Bays', '--icon', 'globe', '--index', '9');
    await groups(own, 'delete', 'Bays', '--yes');
    expect(files(own)).toHaveLength(2);
    expect(statSync(join(own.state, 'undo')).mode & 0o777).toBe(0o700);
    for (const file of files(own)) {
      const path = join(own.state, 'undo', file);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(readFileSync(path, 'utf8')).not.toContain(ADMIN.secret);
    }
  });

  it('is complete before the request: a lost response can be undone', async () => {
    const own = suite.machine();
    await groups(own, 'create', '--name', 'Docks', '--icon', 'globe', '--index', '9');
    const transport: typeof suite.service.transport = async (request) => {
      const response = await suite.service.transport(request);
      if (request.method !== 'DELETE') return response;
      expect(files(own)).toHaveLength(2);
      throw Object.assign(new TypeError('fetch failed'), { code: 'ECONNRESET' });
    };
    const lost = await own.run(['tag-group', 'delete', 'Docks', '--yes'], { transport });
    expect(lost.code).not.toBe(0);
    const undone = await own.run(['undo', '--yes'], { tty: true });
    expect(undone.stderr).toContain('tag-group delete Docks');
    expect(await idsOf('tag-groups', ({ name }) => name === 'Docks')).toHaveLength(1);
    await groups(own, 'delete', 'Docks', '--yes');
  });

  it('is off with ARCHCTL_UNDO=off, and in scripts for changes other than deletes', async () => {
    const off = suite.machine({ ARCHCTL_UNDO: 'off' });
    await groups(off, 'create', '--name', 'Piers', '--icon', 'globe', '--index', '9');
    expect((await off.run(['tag-group', 'update', 'Piers', '--name', 'Jetties'])).code).toBe(0);
    expect((await groups(off, 'delete', 'Jetties', '--yes')).code).toBe(0);
    expect(existsSync(join(off.state, 'undo'))).toBe(false);
  });

  it('that cannot be written makes a delete ask again; --yes refuses it unless --no-undo is given', async () => {
    const own = suite.machine();
    const make = () =>
      machine.run(['tag-group', 'create', '--name', 'Moles', '--icon', 'globe', '--index', '9']);
    await make();
    mkdirSync(own.state, { recursive: true });
    writeFileSync(join(own.state, 'undo'), 'not a directory');
    const answers = [
      { ask: 'confirm', answer: true },
      { ask: 'confirm', answer: false },
    ] as const;
    const no = await own.run(['tag-group', 'delete', 'Moles'], { tty: true, answers });
    expect([no.code, no.stderr]).toEqual([130, expect.stringContaining('cannot be undone')]);
    expect(await idsOf('tag-groups', ({ name }) => name === 'Moles')).toHaveLength(1);
    for (const tty of [true, false]) {
      const yes = await own.run(['tag-group', 'delete', 'Moles', '--yes', '--no-color'], { tty });
      expect([yes.code, yes.stderr]).toEqual([2, expect.stringContaining('hint: Use --no-undo')]);
      expect(yes.stderr).toContain('Nothing was deleted: the delete cannot be recorded for "archctl undo"');
      expect(yes.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    }
    const gone = await own.run(['tag-group', 'delete', 'Moles', '--yes', '--no-undo'], { tty: true });
    expect([gone.code, gone.stderr]).toEqual([0, expect.not.stringContaining('undo: archctl undo')]);
    expect(await idsOf('tag-groups', ({ name }) => name === 'Moles')).toEqual([]);
  });

  it('in a directory that cannot be created is named before the delete, with what to do', async () => {
    const own = suite.machine({ ARCHCTL_STATE_DIR: '/proc/absent' });
    const { diagram } = suite.ids;
    const ran = await own.run(['diagram', 'delete', diagram, '--yes', '-o', 'json']);
    expect(ran.code).toBe(2);
    expect(ran.error()).toEqual({
      kind: 'usage',
      message:
        'Nothing was deleted: the delete cannot be recorded for "archctl undo": /proc/absent/undo cannot be used: it cannot be created.',
      hint: expect.stringMatching(/--no-undo .* ARCHCTL_STATE_DIR/),
    });
    expect(ran.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('that cannot be written stops every command that deletes records of a version', async () => {
    const own = suite.machine();
    mkdirSync(own.state, { recursive: true });
    writeFileSync(join(own.state, 'undo'), 'not a directory');
    const before = await everything();
    const refused = async (...argv: string[]): Promise<void> => {
      for (const tty of [true, false]) {
        const ran = await own.run([...argv, '--no-color'], { tty });
        expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('hint: Use --no-undo')]);
        expect(ran.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
      }
    };
    for (const { shape, record } of FAMILIES) {
      if (EXCLUDED_KINDS.includes(shape.singular)) continue;
      const list = await own.run([...shape.word.split(' '), 'list', '-o', 'json']);
      const ids = (list.json() as JsonObject[]).filter(isNoRoot).map((it) => textOf(it, 'id'));
      expect(ids.length, record.kind).toBeGreaterThan(0);
      await refused(...shape.word.split(' '), 'delete', ids[0] ?? '', '--yes');
      if (ids.length > 1) await refused(...shape.word.split(' '), 'delete', ...ids.slice(0, 2), '--yes');
    }
    own.write('model.yaml', 'namespace: port\n');
    await refused('model', 'apply', 'model.yaml', '--prune-all', '--allow-deletes', '500', '--yes');
    expect(await everything()).toEqual(before);
  });

  it('that cannot be read or trusted is named with its directory', async () => {
    const own = suite.machine();
    const directory = join(own.state, 'undo');
    await groups(own, 'create', '--name', 'Weirs', '--icon', 'globe', '--index', '9');
    chmodSync(directory, 0o777);
    const gone = await groups(own, 'delete', 'Weirs', '--yes');
    expect(gone.code).toBe(2);
    expect(gone.stderr.replace(/\s+/g, ' ')).toMatch(
      /cannot be recorded for "archctl undo": \S+undo cannot be used: other users can write to it/,
    );
    rmSync(directory, { recursive: true });
    writeFileSync(directory, 'not a directory');
    const listed = await own.run(['undo', '--list']);
    expect(listed.stderr).toMatch(/^warning: The journal \S+undo cannot be read \(ENOTDIR\)\.\n/);
  });

  it('that cannot be written after an undo does not make the undo fail', async () => {
    const own = suite.machine();
    await groups(own, 'create', '--name', 'Sluices', '--icon', 'globe', '--index', '9');
    await groups(own, 'delete', 'Sluices', '--yes');
    const transport: typeof suite.service.transport = async (request) => {
      const response = await suite.service.transport(request);
      if (request.method !== 'GET') chmodSync(join(own.state, 'undo'), 0o777);
      return response;
    };
    const undone = await own.run(['undo', '--yes', '--no-color'], { tty: true, transport });
    expect([undone.code, undone.stderr]).toEqual([
      0,
      expect.stringMatching(
        /^Undoing .* \(just now\)\.\nwarning: The journal still lists this change as not undone: [\s\S]*\n✓ Undone: /,
      ),
    ]);
    chmodSync(join(own.state, 'undo'), 0o700);
    expect((await own.run(['undo', '--yes'], { tty: true })).stderr).toContain('Nothing to restore');
    await groups(own, 'delete', 'Sluices', '--yes');
  });

  it('that is damaged or foreign is skipped with a warning', async () => {
    const own = suite.machine();
    await groups(own, 'create', '--name', 'Locks', '--icon', 'globe', '--index', '9');
    await groups(own, 'delete', 'Locks', '--yes');
    writeFileSync(join(own.state, 'undo', '20300101000000000-0123456789ab.json'), '{"format":', {
      mode: 0o600,
    });
    const ran = await own.run(['undo', '--list', '-o', 'json']);
    expect(ran.code).toBe(0);
    expect(ran.stderr).toContain('20300101000000000-0123456789ab.json');
    expect(ran.json()).toHaveLength(2);
  });

  it('keeps at most 50 changes', async () => {
    const own = suite.machine();
    await groups(own, 'create', '--name', 'Sluice', '--icon', 'globe', '--index', '9');
    for (let at = 0; at < 52; at += 1)
      await groups(own, 'update', 'Sluice', '--icon', at % 2 === 0 ? 'lock' : 'globe');
    expect(files(own)).toHaveLength(50);
    await groups(own, 'delete', 'Sluice', '--yes');
  });
});
