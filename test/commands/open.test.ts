import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Send } from '../../src/client/send/wire.js';
import { ADMIN, BASE_URL, type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Machine, RunOptions } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let here: Machine;
/** "Booking API". */
let api: JsonObject;
let page: (kind: 'diagrams/editor?diagram' | 'model/objects?object', record: JsonObject) => string;

const WEB = 'https://app.example.com';

beforeAll(async () => {
  suite = await openCommandSuite();
  here = suite.machine();
  expect(await here.run(['profile', 'set', 'web-url', WEB])).toMatchObject({ code: 0 });
  page = (kind, record) =>
    `${WEB}/landscapes/${suite.ids.landscape}/versions/latest/${kind}=${textOf(record, 'handleId')}`;
  const path = `landscapes/${suite.ids.landscape}/versions/latest/model/objects?filter[name]=Booking API`;
  [api = {}] = listOf(await suite.ask(path), 'modelObjects');
});
afterAll(() => suite.close());

const get = async (path: string, key: string): Promise<JsonObject> =>
  (await suite.ask(`landscapes/${suite.ids.landscape}/versions/latest/${path}`))[key] as JsonObject;

/** A person with a browser, and the opened addresses. */
function person(): { options: RunOptions; opened: string[] } {
  const opened: string[] = [];
  const browse = async (address: string): Promise<boolean> => opened.push(address) > 0;
  return { options: { tty: true, browse }, opened };
}

describe('open', () => {
  it('opens the page of the record, and prints its name', async () => {
    const { options, opened } = person();
    for (const argv of [
      ['object', 'open', 'Booking API'],
      ['diagram', 'browse', suite.ids.diagram],
      ['flow', 'open', suite.ids.flow],
      ['landscape', 'open'],
    ])
      expect(await here.run(argv, options)).toMatchObject({ code: 0, stdout: '' });
    const flow = await get(`flows/${suite.ids.flow}`, 'flow');
    const ground = await get(`diagrams/${textOf(flow, 'diagramId')}`, 'diagram');
    expect(opened).toEqual([
      page('model/objects?object', api),
      page('diagrams/editor?diagram', await get(`diagrams/${suite.ids.diagram}`, 'diagram')),
      `${page('diagrams/editor?diagram', ground)}&flow=${textOf(flow, 'handleId')}`,
      `${WEB}/landscapes/${suite.ids.landscape}/versions/latest/overview`,
    ]);
    const ran = await here.run(['object', 'open', 'booking api', '--no-color'], options);
    expect(ran.stderr).toContain('Opened "Booking API".');
  });

  it('prints the address on request, in a pipe, and if no browser can be opened', async () => {
    const { options, opened } = person();
    const url = page('diagrams/editor?diagram', await get(`diagrams/${suite.ids.diagram}`, 'diagram'));
    const argv = ['diagram', 'open', suite.ids.diagram];
    for (const [more, how] of [
      [['--print'], options],
      [[], { ...options, tty: false }],
      [[], { tty: true, browse: async () => false }],
    ] as const)
      expect(await here.run([...argv, ...more], how)).toMatchObject({ code: 0, stdout: `${url}\n` });
    const data = await here.run([...argv, '-o', 'json', '--no-color'], options);
    expect(data.json()).toMatchObject({ kind: 'diagram', id: suite.ids.diagram, url });
    expect(opened).toEqual([]);
  });

  it('opens nothing if the address of the web app is unknown, and reports that', async () => {
    const { options, opened } = person();
    const fresh = suite.machine();
    const ran = await fresh.run(['landscape', 'open'], options);
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining(new URL(BASE_URL).origin) });
    expect([ran.stderr.includes('profile set web-url'), opened]).toEqual([
      !ran.stdout.includes('//app.'),
      [],
    ]);
  });
});

describe('the setting web-url', () => {
  it('is a pattern that can be shown and removed', async () => {
    const fresh = suite.machine();
    const pattern = 'https://wiki.example.com/{kind}/{id}';
    await fresh.run(['profile', 'set', 'web-url', pattern]);
    const shown = await fresh.run(['profile', 'show', '-o', 'json']);
    expect(shown.json()).toMatchObject({ webUrl: pattern });
    const { stdout } = await fresh.run(['object', 'open', suite.ids.origin, '--print']);
    expect(stdout).toBe(`https://wiki.example.com/object/${suite.ids.origin}\n`);
    await fresh.run(['profile', 'unset', 'web-url']);
    expect((await fresh.run(['profile', 'show', '-o', 'json'])).stdout).not.toContain('wiki');
  });

  it.each(['javascript:alert(1)', 'https://{id}.example.com', 'https://example.com/{secret}'])(
    'is rejected as %s',
    async (value) => {
      const ran = await here.run(['profile', 'set', 'web-url', value, '-o', 'json']);
      expect([ran.code, ran.error().kind]).toEqual([2, 'usage']);
    },
  );

  it('applies only to its own service', async () => {
    const env = {
      ARCHCTL_API_KEY: `${ADMIN.id}:${ADMIN.secret}`,
      ARCHCTL_BASE_URL: 'https://api.other.example/v1',
    };
    const transport: Send = ({ url, ...request }) =>
      suite.service.transport({ ...request, url: new URL(url.pathname, BASE_URL) });
    const ran = await here.run(['landscape', 'open', '--print'], { env, transport });
    expect(ran.stdout).toMatch(/^https:\/\/app\.other\.example\//);
  });
});

describe('search --open', () => {
  it('opens the best match, or the one that a person picks', async () => {
    const { options, opened } = person();
    const answer = {
      ask: 'select',
      message: 'Which one?',
      answer: 'Booking / Booking Database  object',
    } as const;
    const picked = await here.run(['search', 'booking', '--open'], { ...options, answers: [answer] });
    expect(picked.code, picked.stderr).toBe(0);
    const first = await here.run(
      ['search', 'booking api', '--open', '--kind', 'object', '--no-input'],
      options,
    );
    expect(first.code, first.stderr).toBe(0);
    expect(opened).toEqual([expect.stringContaining('object='), page('model/objects?object', api)]);
  });

  it('finds nothing to open: exit 4; of a kind without pages: exit 2', async () => {
    expect((await here.run(['search', 'zzzzz', '--open'])).code).toBe(4);
    expect((await here.run(['search', 'booking', '--open', '--kind', 'tag'])).code).toBe(2);
  });
});
