/** The checks of commands, made by the functions of the library: same kind, same message, and nothing is written. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorInCommandWords } from '../../src/cli/command/command-words.js';
import { drafts, isArchctlError, objects } from '../../src/index.js';
import * as model from '../../src/model/index.js';
import { type CommandSuite, openCommandSuite } from '../commands/command-suite.js';
import { textOf } from '../support/sandbox.js';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

const SHOP = `namespace: shop
domains:
  - id: d
    name: D
    objects:
      - { id: web, type: system, name: Web }
      - { id: api, type: system, name: API }
`;
const TWICE = `${SHOP}  - { id: e, name: E, objects: [{ id: web2, type: system, name: Web }] }\n`;
const OTHERS = 'namespace: other\nreferences: [{ id: web, namespace: shop }]\n';
const OWNED = `${OTHERS}owners: [{ namespace: shop, owners: [team-shop] }]\n`;

/** A landscape with the elements of SHOP, a folder `models`, and a client. */
async function place(name: string, text: string) {
  const made = await suite.ask(`organizations/${suite.ids.organization}/landscapes`, 'POST', { name });
  const path = { landscapeId: textOf(made.landscape, 'id'), versionId: 'latest' };
  const client = suite.service.client({ paced: false });
  const machine = suite.machine();
  mkdirSync(join(machine.cwd, 'models'));
  machine.write('models/model.yaml', text);
  const applyText = async (given: string) => {
    const read = model.readModel([{ path: 'm.yaml', text: given }]);
    await model.applyModel(client, await model.planModel(client, path, read, { prune: 'all' }));
  };
  await applyText(SHOP);
  const run = (line: string) => {
    const scope = /^model (merge|rename|move|remove) /.test(line) ? [] : ['--landscape', path.landscapeId];
    return machine.run([...line.split(' '), ...scope, '-o', 'json']);
  };
  const files = () => [
    { path: 'models/model.yaml', text: readFileSync(join(machine.cwd, 'models/model.yaml'), 'utf8') },
  ];
  const stored = () =>
    readdirSync(join(machine.cwd, 'models')).map((it) => [
      it,
      readFileSync(join(machine.cwd, 'models', it), 'utf8'),
    ]);
  return { path, client, machine, run, files, stored, applyText, landscapeId: path.landscapeId };
}
type Place = Awaited<ReturnType<typeof place>>;

interface Case {
  text?: string;
  /** Makes the state that both meet. */
  before?: (at: Place) => Promise<unknown>;
  line: string;
  call: (at: Place) => unknown;
  kind: string;
  /** Both messages contain it; by default they are equal. */
  contains?: string;
}

const readOf = (at: Place) => model.readModel(at.files());
const openDraft = async ({ client, path }: Place, name: string) => {
  const body = { name, status: 'in-progress' as const };
  return (await client.call(drafts.create, { path, body })).draft;
};
const planOf = async (at: Place, aim = {}) => model.planModel(at.client, at.path, readOf(at), aim);

const textIn = (at: Place, path = 'models/model.yaml') => readFileSync(join(at.machine.cwd, path), 'utf8');

/** Saves the plan of a document, which the function reads from the same file. */
async function savePlan(at: Place, text: string, prune: model.Prune, edit = (plan: string) => plan) {
  at.machine.write('planned.yaml', text);
  const flag = prune === 'all' ? ' --prune-all' : '';
  const { code } = await at.run(`model plan planned.yaml${flag} --out plan.json`);
  expect(code).toBe(0);
  at.machine.write('plan.json', edit(textIn(at, 'plan.json')));
}
function savedPlan(at: Place): model.ModelPlan {
  const { plan, document } = JSON.parse(textIn(at, 'plan.json'));
  return { ...plan, document };
}

const SIDES = ['base', 'ours', 'theirs'] as const;
function writeSides({ machine }: Place, base: string): void {
  machine.write('base.yaml', base);
  for (const side of ['ours', 'theirs'])
    machine.write(`${side}.yaml`, SHOP.replace('name: Web', `name: ${side}`));
}
function merged(at: Place): unknown {
  const [base, ours, theirs] = SIDES.map((it) => ({ path: `${it}.yaml`, text: textIn(at, `${it}.yaml`) }));
  if (!base || !ours || !theirs) return undefined;
  const { failure } = model.mergeTexts({ base, ours, theirs }, { name: 'm.yaml' });
  if (failure) throw failure;
  return undefined;
}

const imported = (at: Place) =>
  model.importFrom('compose', [{ path: 'compose.yaml', text: textIn(at, 'compose.yaml') }], { strict: true });

const CASES: Record<string, Case> = {
  'a document with errors is not planned': {
    text: 'namespace: n\nobjects: [{ id: a, type: app, name: A, parent: nowhere }]\n',
    line: 'model plan models',
    call: (at) => planOf(at),
    kind: 'usage',
  },
  'a document with errors has no drift': {
    text: 'namespace: n\nobjects: [{ id: a, type: app, name: A, parent: nowhere }]\n',
    line: 'model drift models',
    call: (at) => model.driftModel(at.client, at.path, readOf(at)),
    kind: 'usage',
  },
  'a document with errors is not overwritten': {
    text: 'namespace: n\nobject: []\n',
    line: 'model pull --out models/',
    call: (at) => model.pullModel(at.client, at.path, at.files()),
    kind: 'usage',
  },
  'a document with errors is not locked': {
    text: 'namespace: n\nobject: []\n',
    line: 'model lock models',
    call: (at) => model.lockModel(at.client, at.landscapeId, readOf(at)),
    kind: 'usage',
  },
  'an empty document does not delete everything': {
    text: '# nothing\n',
    line: 'model apply models --prune-all --yes',
    call: (at) => planOf(at, { prune: 'all' }),
    kind: 'usage',
    contains: '; no plan was made.',
  },
  'a file with aliases that expand without end is rejected': {
    text: `a: &a [x, x]\n${[...'bcdefghijklmnop'].map((it, at) => `${it}: &${it} [*${'abcdefghijklmnop'[at]}, *${'abcdefghijklmnop'[at]}]`).join('\n')}\n`,
    line: 'model plan models',
    call: (at) => planOf(at),
    kind: 'usage',
  },
  'a file that is nested too deeply is rejected': {
    text: `objects: ${'['.repeat(5_000)}${']'.repeat(5_000)}\n`,
    line: 'model plan models',
    call: (at) => planOf(at),
    kind: 'usage',
  },
  'a problem of a plan is not applied': {
    text: SHOP.replace('name: Web }', 'name: Web, teams: [Nobody] }'),
    line: 'model apply models --yes',
    call: async (at) => model.applyModel(at.client, await planOf(at)),
    kind: 'usage',
  },
  'several problems are listed': {
    text: SHOP.replace('name: Web }', 'name: Web, teams: [Nobody, Noone] }'),
    line: 'model apply models --yes',
    call: async (at) => model.applyModel(at.client, await planOf(at)),
    kind: 'usage',
  },
  'drift that cannot be compared is not reported': {
    text: SHOP.replace('name: Web }', 'name: Web, teams: [Nobody] }'),
    line: 'model drift models',
    call: (at) => model.driftModel(at.client, at.path, readOf(at)),
    kind: 'usage',
  },
  'an ignored element must exist': {
    line: 'model drift models --ignore nobody',
    call: (at) => model.driftModel(at.client, at.path, readOf(at), { ignore: ['nobody'] }),
    kind: 'not-found',
  },
  'an ignored field must exist': {
    line: 'model drift models --ignore web.nothing',
    call: (at) => model.driftModel(at.client, at.path, readOf(at), { ignore: ['web.nothing'] }),
    kind: 'usage',
  },
  'a selected element must exist': {
    line: 'model plan models --only wbe',
    call: (at) => planOf(at, { only: ['wbe'] }),
    kind: 'not-found',
  },
  'a selection needs its dependencies': {
    text: `${SHOP}      - { id: new, type: system, name: New, objects: [{ id: in, type: app, name: In }] }\n`,
    line: 'model apply models --only in --yes',
    call: async (at) => model.applyModel(at.client, await planOf(at, { only: ['in'] })),
    kind: 'usage',
  },
  'a draft that is archived receives no changes': {
    before: async (at) => {
      const { id: draftId } = await openDraft(at, 'Old');
      const body = { status: 'archived' as const };
      await at.client.call(drafts.update, { path: { ...at.path, draftId }, body });
    },
    line: 'model plan models --draft Old',
    call: (at) => planOf(at, { draft: 'Old' }),
    kind: 'usage',
  },
  'a name of several open drafts is ambiguous': {
    before: async (at) => {
      await openDraft(at, 'Same');
      await openDraft(at, 'Same');
    },
    line: 'model plan models --draft Same',
    call: (at) => planOf(at, { draft: 'Same' }),
    kind: 'usage',
  },
  'an id of a draft that does not exist is unknown': {
    line: 'model plan models --draft AbCdEfGhIjKlMnOpQr12',
    call: (at) => planOf(at, { draft: 'AbCdEfGhIjKlMnOpQr12' }),
    kind: 'not-found',
  },
  'a domain cannot be in a draft': {
    text: `${SHOP}  - { id: e, name: E }\n`,
    line: 'model apply models --draft New --yes',
    call: async (at) => model.applyModel(at.client, await planOf(at, { draft: 'New' })),
    kind: 'usage',
  },
  'elements of other owners are protected': {
    text: `${OWNED}objects: [{ id: mine, type: app, name: Mine, parent: web }]\nmoved: [{ from: api, to: mine }]\n`,
    line: 'model plan models --prune-all',
    call: async (at) => model.applyModel(at.client, await planOf(at, { prune: 'all' })),
    kind: 'usage',
  },
  'a reference to a deleted element is not locked': {
    text: OTHERS,
    before: (at) => at.applyText(SHOP.replace(/^.*id: web.*\n/m, '')),
    line: 'model lock models',
    call: (at) => model.lockModel(at.client, at.landscapeId, readOf(at)),
    kind: 'not-found',
  },
  'a namespace must be that of the document': {
    line: 'model pull --out models/ --namespace other',
    call: (at) => model.pullModel(at.client, at.path, at.files(), { namespace: 'other' }),
    kind: 'usage',
  },
  'an unknown version cannot be pulled': {
    line: 'model pull --out models/ --landscape-version AbCdEfGhIjKlMnOpQr12',
    call: (at) => model.pullModel(at.client, { ...at.path, versionId: 'AbCdEfGhIjKlMnOpQr12' }, at.files()),
    kind: 'not-found',
  },
  'a plan that the landscape has outgrown is refused': {
    before: async (at) => {
      await savePlan(at, 'namespace: shop\ndomains: [{ id: d, name: D }]\n', 'all');
      await at.applyText(`${SHOP}      - { id: new, type: app, name: New, parent: web }\n`);
    },
    line: 'model apply plan.json --yes',
    call: (at) => model.applyModel(at.client, savedPlan(at)),
    kind: 'refused',
  },
  'a plan that was edited is refused': {
    before: (at) =>
      savePlan(at, SHOP.replace('name: Web', 'name: Shop'), 'none', (it) => it.replace(/Shop/, 'Mine')),
    line: 'model apply plan.json --yes',
    call: (at) => model.applyModel(at.client, savedPlan(at)),
    kind: 'usage',
  },
  'an unknown object has no impact': {
    line: 'object impact AbCdEfGhIjKlMnOpQr12',
    call: (at) => model.objectImpact(at.client, at.path, 'AbCdEfGhIjKlMnOpQr12'),
    kind: 'not-found',
  },
  'an unknown version cannot be compared': {
    line: 'version diff AbCdEfGhIjKlMnOpQr12 latest',
    call: ({ client, landscapeId }) =>
      model.compareVersions(client, { landscapeId, before: 'AbCdEfGhIjKlMnOpQr12', after: 'latest' }),
    kind: 'not-found',
  },
  'conflicts of a merge are reported': {
    before: async (at) => writeSides(at, SHOP),
    line: 'model merge base.yaml ours.yaml theirs.yaml --path m.yaml',
    call: (at) => merged(at),
    kind: 'check',
  },
  'a version that cannot be parsed is merged line by line': {
    before: async (at) => writeSides(at, 'namespace: [\n'),
    line: 'model merge base.yaml ours.yaml theirs.yaml --path m.yaml',
    call: (at) => merged(at),
    kind: 'usage',
  },
  'an unknown element is not renamed': {
    line: 'model rename wbe Shop --model models',
    call: (at) => model.renameElement(at.files(), 'wbe', { name: 'Shop' }),
    kind: 'not-found',
  },
  'an ambiguous element is not renamed': {
    text: TWICE,
    line: 'model rename Web Shop --model models',
    call: (at) => model.renameElement(at.files(), 'Web', { name: 'Shop' }),
    kind: 'usage',
  },
  'an id in use is not given again': {
    line: 'model rename web --id api --model models',
    call: (at) => model.renameElement(at.files(), 'web', { id: 'api' }),
    kind: 'usage',
  },
  'a damaged file is not renamed in': {
    text: 'namespace: [\n',
    line: 'model rename web Shop --model models',
    call: (at) => model.renameElement(at.files(), 'web', { name: 'Shop' }),
    kind: 'usage',
  },
  'an unknown container receives nothing': {
    line: 'model move web nowhere --model models',
    call: (at) => model.moveElement(at.files(), 'web', { to: 'nowhere' }),
    kind: 'not-found',
  },
  'an ambiguous element is not moved': {
    text: TWICE,
    line: 'model move Web d --model models',
    call: (at) => model.moveElement(at.files(), 'Web', { to: 'd' }),
    kind: 'usage',
  },
  'an element cannot be in itself': {
    line: 'model move web web --model models',
    call: (at) => model.moveElement(at.files(), 'web', { to: 'web' }),
    kind: 'usage',
  },
  'a move that makes errors is refused': {
    line: 'model move api web --model models',
    call: (at) => model.moveElement(at.files(), 'api', { to: 'web' }),
    kind: 'usage',
  },
  'a damaged file is not moved in': {
    text: 'namespace: [\n',
    line: 'model move web d --model models',
    call: (at) => model.moveElement(at.files(), 'web', { to: 'd' }),
    kind: 'usage',
  },
  'an unknown element is not removed': {
    line: 'model remove wbe --model models --yes',
    call: (at) => model.removeElements(at.files(), ['wbe']),
    kind: 'not-found',
  },
  'an ambiguous element is not removed': {
    text: TWICE,
    line: 'model remove Web --model models --yes',
    call: (at) => model.removeElements(at.files(), ['Web']),
    kind: 'usage',
  },
  'a damaged file is not removed from': {
    text: 'namespace: [\n',
    line: 'model remove web --model models --yes',
    call: (at) => model.removeElements(at.files(), ['web']),
    kind: 'usage',
  },
  'drift of an unknown element is not accepted': {
    line: 'model drift models --accept wbe',
    call: (at) => model.acceptDrift(at.client, at.path, at.files(), ['wbe']),
    kind: 'not-found',
  },
  'drift of an ambiguous element is not accepted': {
    text: TWICE,
    line: 'model drift models --accept Web',
    call: (at) => model.acceptDrift(at.client, at.path, at.files(), ['Web']),
    kind: 'usage',
  },
  'an element without drift has nothing to accept': {
    line: 'model drift models --accept web',
    call: (at) => model.acceptDrift(at.client, at.path, at.files(), ['web']),
    kind: 'usage',
  },
  'a deletion is not accepted while an element still needs what was deleted': {
    text: SHOP.replace('name: API', 'name: API, parent: web').replace('api, type: system', 'api, type: app'),
    before: (at) => at.applyText(SHOP.replace(/^.*id: web.*\n/m, '')),
    line: 'model drift models --accept web',
    call: (at) => model.acceptDrift(at.client, at.path, at.files(), ['web']),
    kind: 'usage',
    contains: 'depends on a deleted element',
  },
  'a damaged file accepts no drift': {
    text: 'namespace: [\n',
    line: 'model drift models --accept web',
    call: (at) => model.acceptDrift(at.client, at.path, at.files(), ['web']),
    kind: 'usage',
  },
  'an unknown format is not exported': {
    line: 'model export models --format nothing',
    call: (at) => model.exportAs(readOf(at).model, 'nothing' as never),
    kind: 'usage',
    contains: 'mermaid',
  },
  'an unknown format is not imported': {
    line: 'model import-from models/model.yaml --format nothing',
    call: (at) => model.importFrom('nothing' as never, at.files()),
    kind: 'usage',
    contains: 'compose',
  },
  'a damaged source is not imported': {
    before: async ({ machine }) => machine.write('compose.yaml', 'services: [\n'),
    line: 'model import-from compose.yaml --format compose --strict',
    call: (at) => imported(at),
    kind: 'usage',
  },
  'a lossy import is refused': {
    before: async ({ machine }) =>
      machine.write(
        'compose.yaml',
        'services: { a: { image: b, extends: { file: other.yaml, service: x } } }\n',
      ),
    line: 'model import-from compose.yaml --format compose --strict',
    call: (at) => imported(at),
    kind: 'check',
  },
  'a name of several objects is ambiguous': {
    text: TWICE,
    before: (at) => at.applyText(textIn(at)),
    line: 'object get Web',
    call: ({ client, path }) => model.idOf(client, objects.list, { path }, 'Web'),
    kind: 'usage',
    contains: '"Web"',
  },
  'a name of no object is unknown': {
    line: 'object get Wbe',
    call: ({ client, path }) => model.idOf(client, objects.list, { path }, 'Wbe'),
    kind: 'not-found',
    contains: '"Wbe"',
  },
};

describe('the command and the function fail alike', () => {
  it.each(Object.entries(CASES))('%s', async (name, { text = SHOP, before, line, call, kind, contains }) => {
    const at = await place(name, text);
    await before?.(at);
    const [stored, from] = [at.stored(), suite.service.requests.length];
    const ran = await at.run(line);
    const { error } = JSON.parse(ran.stderr.split('\n').findLast((it) => it.startsWith('{')) ?? '{}') as {
      error?: { kind: string; message: string; hint?: string };
    };
    const thrown = await (async () => call(at))().catch((it: unknown) => it);
    if (!isArchctlError(thrown)) throw new Error(`The function did not fail: ${JSON.stringify(thrown)}`);
    const { message } = errorInCommandWords(thrown);
    expect([error?.kind, thrown.kind]).toEqual([kind, kind]);
    if (contains === undefined) expect(message).toBe(error?.message);
    else for (const it of [message, error?.message]) expect(it).toContain(contains);
    const sent = suite.service.requests.slice(from);
    expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(at.stored()).toEqual(stored);
  });
});

describe('the command writes the files that the function returns', () => {
  it.each<[string, (at: Place) => unknown]>([
    [
      'model rename web Shop --id shop',
      (at) => model.renameElement(at.files(), 'web', { name: 'Shop', id: 'shop' }),
    ],
    ['model move web e', (at) => model.moveElement(at.files(), 'web', { to: 'e' })],
    [
      'model move api models/api.yaml',
      (at) => model.moveElement(at.files(), 'api', { to: 'models/api.yaml' }),
    ],
    ['model remove web --yes', (at) => model.removeElements(at.files(), ['web'])],
    ['model drift models --accept web', (at) => model.acceptDrift(at.client, at.path, at.files(), ['web'])],
  ])('%s', async (line, call) => {
    const at = await place(line, `${SHOP}  - { id: e, name: E }\n`);
    if (line.includes('drift')) await at.applyText(SHOP.replace('name: Web', 'name: Shop'));
    const before = at.stored();
    const files = (await call(at)) as model.SourceFile[];
    expect(at.stored()).toEqual(before);
    const ran = await at.run(line.includes('drift') ? line : `${line} --model models`);
    expect(ran).toMatchObject({ code: 0 });
    const byName = files.map(({ path, text }) => [path.replace('models/', ''), text]);
    expect(byName.sort()).toEqual(at.stored().sort());
    expect(at.stored()).not.toEqual(before);
  });
});
