import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, listOf, openService, type Service, textOf } from '../support/sandbox.js';
import { type Machine, machine, type RunOptions, type RunResult } from '../support/world.js';

let service: Service;
let box: Machine;
/** A domain in the demo landscape with its root and a system; two tags and two technologies. */
const at = { domain: '', root: '', system: '', tags: ['', ''], technologies: ['', ''] };

const run = (line: string, options?: RunOptions): Promise<RunResult> => {
  // The client paces itself to 60 writes a minute, and this clock does not move.
  service.clock.advance(1_100);
  const words = line.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  return box.run(
    words.map((word) => word.replaceAll('"', '')),
    options,
  );
};
const ok = async (line: string, options?: RunOptions): Promise<JsonObject> => {
  const ran = await run(`${line} -o json`, options);
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  return ran.json() as JsonObject;
};
const all = async (line: string): Promise<JsonObject[]> => (await ok(line)) as unknown as JsonObject[];
const fails = async (
  line: string,
  code: number,
): Promise<ReturnType<RunResult['error']> & Pick<RunResult, 'requests'>> => {
  const ran = await run(`${line} -o json`);
  expect(ran, ran.stderr).toMatchObject({ code, stdout: '' });
  return { ...ran.error(), requests: ran.requests };
};
const bodyOf = ({ requests }: Pick<RunResult, 'requests'>): unknown =>
  JSON.parse(String(requests.at(-1)?.body));
const names = (records: readonly JsonObject[]): string[] => records.map((it) => textOf(it, 'name')).sort();
const create = (name: string, more = '') =>
  ok(`object create --name "${name}" --type system --parent ${at.root} ${more}`);
const connect = (name: string, origin: JsonObject, target: JsonObject, more = '--direction outgoing') =>
  ok(`connection create --name "${name}" --origin ${origin.id} --target ${target.id} ${more}`);

beforeAll(async () => {
  service = await openService();
  box = machine(service);
  const { organizationId: org, landscapeId: landscape } = service.sandbox;
  box.signIn({ org, landscape });
  const latest = `landscapes/${landscape}/versions/latest`;
  const send = async (path: string, body: JsonObject) =>
    (await ok(`api POST ${path} --input -`, { stdin: JSON.stringify(body) })) as Record<string, JsonObject>;
  const domain = await send(`${latest}/domains`, { name: 'Harbour', index: 9 });
  at.domain = textOf(domain.domain, 'id');
  at.root = textOf((await all(`object list --type root --domain ${at.domain}`))[0], 'id');
  at.system = textOf(await create('Booking'), 'id');
  const group = await send(`${latest}/tag-groups`, { name: 'Teams', icon: 'users', index: 0 });
  for (const [index, name] of ['Core', 'Edge'].entries()) {
    const tag = await send(`${latest}/tags`, { name, color: 'red', index, groupId: group.tagGroup?.id });
    at.tags[index] = textOf(tag.tag, 'id');
  }
  at.technologies = (await all('technology list --limit 2')).map((it) => textOf(it, 'id'));
});
afterAll(async () => {
  await box.remove();
  await service.close();
});

describe('object create and get', () => {
  it('sends every option at its field, and reads the record back', async () => {
    const [tag] = at.tags;
    const [technology] = at.technologies;
    const made = await create(
      'Ledger',
      `--caption Books --description "All of it" --status future --external --icon ${technology} --tag ${tag} --technology ${technology} --label tier=1 --label a=b=c --handle-id LedgerHandle`,
    );
    expect(made).toMatchObject({
      name: 'Ledger',
      type: 'system',
      parentId: at.root,
      caption: 'Books',
      description: 'All of it',
      status: 'future',
      external: true,
      icon: { catalogTechnologyId: technology },
      tagIds: [tag],
      technologyIds: [technology],
      labels: { tier: '1', a: 'b=c' },
      handleId: 'LedgerHandle',
    });
    expect(await ok(`object get ${made.id}`)).toEqual(made);
    expect(await ok(`objects get ${made.id} --expand tags,technologies,domain`)).toMatchObject({
      tags: { [String(tag)]: { id: tag, name: 'Core', color: 'red' } },
      technologies: { [String(technology)]: { id: technology } },
      domain: { name: 'Harbour' },
    });
  });

  it('merges options over --data, and labels with labels', async () => {
    const data = {
      name: 'Data',
      type: 'app',
      parentId: at.root,
      labels: { a: '0', c: '3' },
      tagIds: at.tags,
    };
    box.write('object.yaml', JSON.stringify(data));
    const line = `object create --data @object.yaml --name Flag --type system --label a=1 --tag ${at.tags[1]}`;
    const dry = (await ok(`${line} --dry-run`)) as { method: string; body: JsonObject };
    const body = { ...data, name: 'Flag', type: 'system', labels: { a: '1', c: '3' }, tagIds: [at.tags[1]] };
    expect(dry).toMatchObject({ method: 'POST', body });
    expect(names(await all('object list --name Flag'))).toEqual([]);
    expect(await ok(line)).toMatchObject(body);
  });

  it('none means no parent, which is only allowed for a root', async () => {
    const ran = await run('object create --name Loose --type system --parent none -o json');
    expect(ran.code).toBe(5);
    expect(bodyOf(ran)).toMatchObject({ parentId: null });
    expect(ran.error().details?.join()).toContain('only a root has none');
  });

  it('names missing options in the typed form, and missing records', async () => {
    const { details, requests } = await fails('object create --name Half', 2);
    expect(details?.map((detail) => detail.split(': ')[0])).toEqual(['type (--type)', 'parentId (--parent)']);
    expect(requests).toEqual([]);
    expect((await fails('object create --name x --type planet', 2)).message).toContain('planet');
    expect((await fails('object get Nobody', 4)).kind).toBe('not-found');
  });
});

describe('object list', () => {
  it('filters by everything', async () => {
    const [tag, other] = at.tags;
    const app = await ok(
      `object create --name Search --type app --parent ${at.system} --status deprecated --tag ${tag} --label zone=a --technology ${at.technologies[1]}`,
    );
    const part = await ok(`object create --name Index --type component --parent ${app.id} --tag ${other}`);
    const crowd = await ok(`object create --name Partners --type group --parent ${at.root}`);
    await create('Grouped', `--group ${crowd.id} --external`);
    const found = async (filter: string) => names(await all(`object list --domain ${at.domain} ${filter}`));
    expect(await found('--type app,component')).toEqual(['Index', 'Search']);
    expect(await found('--type app --status live')).toEqual([]);
    expect(await found('--status deprecated')).toEqual(['Search']);
    expect(await found(`--parent ${at.system}`)).toEqual(['Search']);
    expect(await found('--parent none')).toContain('Harbour');
    expect(await found('--parent none')).not.toContain('Search');
    expect(await found(`--below ${at.system}`)).toEqual(['Index', 'Search']);
    expect(await found('--name Search')).toEqual(['Search']);
    expect(await found(`--tag ${other} --type component`)).toEqual(['Index']);
    expect(await found(`--technology ${at.technologies[1]}`)).toEqual(['Search']);
    expect(await found('--label zone=a')).toEqual(['Search']);
    expect(await found('--label zone=b')).toEqual([]);
    expect(await found(`--group ${crowd.id}`)).toEqual(['Grouped']);
    expect(await found('--external --type system')).toContain('Grouped');
    expect(await found('--no-external --type system')).not.toContain('Grouped');
    expect(await found(`--handle-id ${part.handleId}`)).toEqual(['Index']);
    expect(await found('--team NobodyHasThisId00000')).toEqual([]);
    expect((await all('object list --type system')).length).toBeGreaterThan(
      (await found('--type system')).length,
    );
    const [expanded] = await all('object list --name Index --expand tags');
    expect(expanded?.tags).toMatchObject({ [String(other)]: { name: 'Edge' } });
  });

  it('stops at --limit with a notice; an empty list has one too', async () => {
    const ran = await run('object list --limit 2 -o json');
    expect(ran.json()).toHaveLength(2);
    expect(ran.stderr).toContain('--limit');
    expect((await run('object list --handle-id Nobody -o table')).stderr).toContain('No model objects.');
    expect((await run('object list --name Nobody -o table')).stderr).toContain('No record has this name.');
    expect((await fails('object list --name-exact=', 2)).message).toContain('--name-exact');
    expect((await fails('object list --landscape Nobody', 4)).kind).toBe('not-found');
    expect((await fails('object list --expand drawings', 2)).message).toContain('domain, technologies, tags');
  });
});

/** Unused ids. */
const [A, B, C] = ['A', 'B', 'C'].map((letter) => letter.repeat(20));

describe('object update', () => {
  it('changes fields, complete lists, and adds and removes items', async () => {
    const [core, edge] = at.tags;
    const made = await create('Fares', `--tag ${core} --external --label a=1 --icon ${at.technologies[0]}`);
    const update = (more: string) => ok(`object update ${made.id} ${more}`);
    expect(await update('--name Prices --caption "" --no-external --icon none')).toMatchObject({
      name: 'Prices',
      caption: '',
      external: false,
      icon: null,
      labels: { a: '1' },
      commit: 2,
    });
    expect(await update(`--add-tag ${edge} --remove-tag ${core}`)).toMatchObject({ tagIds: [edge] });
    expect(await update(`--tag ${core} --tag ${edge}`)).toMatchObject({ tagIds: at.tags });
    expect(await update('--tag none --label b=2')).toMatchObject({ tagIds: [], labels: { b: '2' } });
    expect(await update(`--add-technology ${at.technologies[0]}`)).toMatchObject({
      technologyIds: [at.technologies[0]],
    });
    const dry = await ok(
      `object update ${made.id} --add-tag ${A} --add-tag ${B} --remove-group ${C} --dry-run`,
    );
    expect(dry).toMatchObject({
      method: 'PATCH',
      body: { tagIds: { $add: [A, B] }, groupIds: { $remove: [C] } },
    });
    box.write('change.yaml', `name: From file\ntagIds: {$remove: [${B}]}\n`);
    expect(
      await ok(`object update ${made.id} --data @change.yaml --add-tag ${A} --status live --dry-run`),
    ).toMatchObject({ body: { name: 'From file', status: 'live', tagIds: { $add: [A], $remove: [B] } } });
  });

  it('reports what it did on stderr', async () => {
    const ran = await run(`object update ${at.system} --caption Trips -o table`);
    expect(ran.stderr).toContain(`Updated model object "Booking" (${at.system}).`);
    expect(ran.stdout).toContain('Trips');
  });

  it('rejects an empty update, a stale commit and forbidden changes', async () => {
    for (const line of ['', '--commit 1', '--data {}']) {
      const { message, requests } = await fails(`object update ${at.system} ${line}`, 2);
      expect(message).toBe('There is nothing to change.');
      expect(requests).toEqual([]);
    }
    const hint = (await run(`object update ${at.system} -o table`)).stderr;
    expect(hint).toContain('--add-tag');
    expect(hint).not.toContain('--commit');
    const made = await create('Raced');
    await ok(`object update ${made.id} --name Faster --commit 1`);
    const stale = await fails(`object update ${made.id} --name Slower --commit 1`, 5);
    expect(stale).toMatchObject({ kind: 'refused', status: 409 });
    expect(await fails(`object update ${made.id} --parent ${made.id}`, 5)).toMatchObject({ status: 422 });
    expect((await fails('object update Nobody --name x', 4)).kind).toBe('not-found');
  });
});

describe('object delete', () => {
  it('prints the cascaded records', async () => {
    const doomed = await create('Doomed');
    const part = await ok(`object create --name Part --type app --parent ${doomed.id}`);
    const other = await create('Survivor');
    const link = await connect('Reads', part, other);
    const needed = await fails(`object delete ${doomed.id}`, 2);
    expect(needed.message).toContain('This needs confirmation.');
    expect((await fails('object delete Doomed', 2)).message).toContain(
      `Delete the model object "Doomed" (${doomed.id})?`,
    );
    const ran = await run(`object delete ${doomed.id} --yes -o json`);
    expect(ran.json()).toMatchObject({ commit: 2, deletedModelConnectionIds: [link.id] });
    expect([...((ran.json() as JsonObject).deletedModelObjectIds as string[])].sort()).toEqual(
      [textOf(doomed, 'id'), textOf(part, 'id')].sort(),
    );
    expect(ran.stderr).toContain(
      `Deleted model object ${doomed.id} with 1 model object and 1 model connection.`,
    );
    expect((await fails(`connection get ${link.id}`, 4)).kind).toBe('not-found');
    expect((await fails(`object delete ${doomed.id} --yes`, 4)).kind).toBe('not-found');
  });

  it('asks by name, and a no or a dry run keeps it', async () => {
    const made = await create('Kept');
    const place = await ok(`landscape get ${service.sandbox.landscapeId}`);
    const message = `Delete the model object "Kept" in the landscape "${place.name}"?`;
    const no = await run(`object delete ${made.id}`, {
      tty: true,
      answers: [{ ask: 'confirm', message, answer: false }],
    });
    expect(no.code).toBe(130);
    expect([...new Set(no.requests.map(({ method }) => method))]).toEqual(['GET']);
    expect(await ok(`object delete ${made.id} --dry-run`)).toMatchObject({ method: 'DELETE' });
    expect(await ok(`object get ${made.id}`)).toEqual(made);
    const yes = await run(`object delete ${made.id}`, {
      tty: true,
      answers: [{ ask: 'confirm', answer: true }],
    });
    expect(yes.code).toBe(0);
    expect(yes.stderr).toContain('Deleted model object "Kept"');
    expect((await run(`object get ${made.id}`)).code).toBe(4);
  });
});

describe('object tree', () => {
  let top: JsonObject;
  beforeAll(async () => {
    top = await create('Tree');
    const web = await ok(`object create --name Web --type app --parent ${top.id} --status deprecated`);
    await ok(`object create --name Store --type store --parent ${top.id} --status future`);
    await ok(`object create --name Api --type app --parent ${top.id}`);
    await ok(`object create --name "Cart\u001b[31m" --type component --parent ${web.id} --status removed`);
  });

  it('shows types, names and status', async () => {
    const ran = await run(`object tree ${top.id}`, { tty: true, env: { NO_COLOR: '1' } });
    expect(ran.requests).toHaveLength(1);
    expect(ran.stdout).toMatchInlineSnapshot(`
      "system Tree
      ├── app Api
      ├── app Web deprecated
      │   └── component Cart\\x1b[31m removed
      └── store Store future
      "
    `);
    expect((await run('object tree')).stdout).toMatch(
      /^root .*\n(.*\n)*root Harbour\n(.*\n)*└── system Tree\n/,
    );
    expect((await run(`object tree ${top.id} --depth 1`)).stdout).not.toContain('Cart');
  });

  it('is truncated to the width of a terminal, and shows ids on request', async () => {
    const at = async (width: number, more = '') =>
      (await run(`object tree ${top.id}${more}`, { tty: true, width, env: { NO_COLOR: '1' } })).stdout;
    expect(await at(16)).toBe(
      'system Tree\n├── app Api\n├── app Web dep…\n│   └── compone…\n└── store Store\n',
    );
    expect(await at(6)).toBe('system\n├── a…\n├── a…\n│   └…\n└── s…\n');
    const withIds = await at(200, ' --ids');
    expect(withIds).toMatch(/^system Tree \w{20}\n├── app Api \w{20}\n/);
    expect(withIds).toContain(`${top.id}`);
    // A pipe has no width limit.
    expect((await run(`object tree ${top.id}`, { env: { COLUMNS: '16' } })).stdout).toContain(
      'app Web deprecated',
    );
  });

  it('nests the data', async () => {
    const tree = (await ok(`object tree ${top.id}`)) as JsonObject & { children: JsonObject[] };
    expect(tree).toMatchObject({ id: top.id, name: 'Tree' });
    expect(tree.children.map(({ name }) => name)).toEqual(['Api', 'Web', 'Store']);
    expect(listOf(tree.children[1], 'children')).toMatchObject([{ type: 'component', children: [] }]);
    const whole = await all('object tree');
    expect(whole.map(({ type }) => type)).toEqual(whole.map(() => 'root'));
    expect(await all('object tree --depth 0')).toMatchObject(whole.map(() => ({ children: [] })));
  });

  it('reports missing objects', async () => {
    expect(await fails('object tree Nobody', 4)).toMatchObject({ kind: 'not-found' });
    expect((await fails('object tree --landscape Nobody', 4)).kind).toBe('not-found');
    expect((await fails('object tree --depth -1', 2)).kind).toBe('usage');
  });
});

describe('connections', () => {
  let [from, to, via]: [JsonObject, JsonObject, JsonObject] = [{}, {}, {}];
  let made: JsonObject;
  beforeAll(async () => {
    [from, to, via] = [await create('From'), await create('To'), await create('Queue')];
    made = await connect('Sends', from, to, `--direction outgoing --via ${via.id} --tag ${at.tags[0]}`);
    await connect('Knows', to, from, '--direction none --status future --label q=1');
  });

  it('are listed by filter and read', async () => {
    const found = async (filter: string) =>
      names((await all(`connection list ${filter}`)).filter(({ originId }) => ends.includes(originId)));
    const ends: unknown[] = [from.id, to.id];
    expect(await found(`--origin ${from.id}`)).toEqual(['Sends']);
    expect(await found(`--target ${from.id} --target ${to.id}`)).toEqual(['Knows', 'Sends']);
    expect(await found(`--via ${via.id}`)).toEqual(['Sends']);
    expect(await found(`--via none --origin ${to.id}`)).toEqual(['Knows']);
    expect(await found('--direction outgoing')).toEqual(['Sends']);
    expect(await found('--direction none')).toEqual(['Knows']);
    expect(await found('--status future')).toEqual(['Knows']);
    expect(await found(`--tag ${at.tags[0]}`)).toEqual(['Sends']);
    expect(await found(`--technology ${at.technologies[0]}`)).toEqual([]);
    expect(await found('--name Knows --label q=1')).toEqual(['Knows']);
    expect(await ok(`connection get ${made.id}`)).toEqual(made);
    expect(await ok(`connections get ${made.id} --expand tags`)).toMatchObject({
      tags: { [String(at.tags[0])]: { name: 'Core' } },
    });
    expect((await fails('connection get Nobody', 4)).kind).toBe('not-found');
    expect((await fails('connection list --direction sideways', 2)).message).toContain('bidirectional, none');
    expect((await fails('connection list --expand domain', 2)).message).toContain('technologies, tags');
  });

  it('are updated; none clears direction and via', async () => {
    const ran = await run(
      `connection update ${made.id} --direction none --via none --add-tag ${at.tags[1]} --update-diagrams -o json`,
    );
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.requests[0]?.url.search).toBe('?updateDiagrams=true');
    expect(bodyOf(ran)).toEqual({ direction: null, viaId: null, tagIds: { $add: [at.tags[1]] } });
    expect(ran.json()).toMatchObject({ direction: null, viaId: null, tagIds: at.tags, commit: 2 });
    expect((await fails(`connection update ${made.id} --update-diagrams`, 2)).message).toContain('nothing');
    expect(await fails(`connection update ${made.id} --name x --commit 1`, 5)).toMatchObject({ status: 409 });
    const { details } = await fails(`connection update ${made.id} --target NobodyHasThisId00000`, 5);
    expect(details?.join()).toContain('targetId');
  });

  it('are deleted after a confirmation', async () => {
    expect((await fails(`connection delete ${made.id}`, 2)).message).toBe(
      `Delete the model connection ${made.id}? This needs confirmation.`,
    );
    const ran = await run(`connection delete ${made.id} --yes -o json`);
    expect(ran.json()).toEqual({ commit: 3 });
    expect(ran.stderr).toContain(`Deleted model connection ${made.id}.`);
    expect((await fails(`connection delete ${made.id} --yes`, 4)).kind).toBe('not-found');
  });
});
