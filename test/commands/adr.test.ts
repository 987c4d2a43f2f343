import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Machine, RunResult } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let here: Machine;
beforeAll(async () => {
  suite = await openCommandSuite();
  here = suite.machine();
});
afterAll(() => suite.close());

const at = (): string => `landscapes/${suite.ids.landscape}/versions/latest/adrs`;
const adr = async (...argv: string[]): Promise<RunResult> => here.run(['adr', ...argv]);
const made = async (name: string, ...more: string[]): Promise<JsonObject> => {
  const ran = await adr('create', '--name', name, ...more, '-o', 'json');
  expect(ran.code, ran.stderr).toBe(0);
  return ran.json() as JsonObject;
};
const stored = async (id: unknown): Promise<JsonObject> =>
  (await suite.ask(`${at()}/${String(id)}`)).adr as JsonObject;
const targets = ({ relatedItems }: JsonObject): unknown[] =>
  Object.values(relatedItems as Record<string, JsonObject>)
    .sort((a, b) => Number(a.index) - Number(b.index))
    .map(({ diagramId, adrId, draftId, link }) => diagramId ?? adrId ?? draftId ?? (link as JsonObject).url);
const writes = ({ requests }: RunResult): string[] =>
  requests.map(({ method }) => method).filter((method) => method !== 'GET');

describe('a decision', () => {
  it('is found by number, name, id and handle', async () => {
    const [first] = listOf(await suite.ask(at()), 'adrs');
    for (const word of [
      '1',
      'ADR-1',
      'adr-0001',
      'use postgresql for bookings',
      first?.id,
      first?.handleId,
    ]) {
      const ran = await adr('get', String(word), '-o', 'json');
      expect([word, ran.code, ran.stderr]).toEqual([word, 0, '']);
      expect(ran.json()).toMatchObject({ id: first?.id, number: 1 });
    }
    const ran = await adr('get', '99');
    expect(ran.code).not.toBe(0);
    expect(ran.stderr).toContain('There is no decision "99"');
  });

  it('is shown with the names of its related items', async () => {
    const table = await here.run(['adr', 'get', '3', '--no-color'], { tty: true, width: 100 });
    expect(table.stdout).toMatch(/Diagrams +Booking Apps/);
    expect(table.stdout).toMatch(/Decisions +Use PostgreSQL for bookings/);
    expect(table.stdout).toMatch(/Drafts +Frequent traveller points/);
  });

  it('takes its text from the option, a file or stdin', async () => {
    here.write('decision.md', '## Context\n');
    expect((await made('A', '--content', 'Typed')).content).toBe('Typed');
    expect((await made('B', '--content', '@decision.md', '--description', 'Short')).content).toBe(
      '## Context\n',
    );
    const ran = await here.run(['adr', 'create', '--name', 'C', '--content', '-', '-o', 'json'], {
      stdin: 'Piped',
    });
    expect(ran.json()).toMatchObject({ content: 'Piped', status: 'draft' });
    const missing = await adr('create', '--name', 'D', '--content', '@nothing.md');
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('cannot read nothing.md');
  });

  it('is related to records by name, and to links', async () => {
    const record = await made(
      'Related',
      ...[
        '--relate-diagram',
        'Booking Apps',
        '--relate-adr',
        '1',
        '--relate-draft',
        'Frequent traveller points',
      ],
      ...['--relate-link', 'https://example.com/?a=b', '--relate-link', 'Why=https://example.com/why'],
    );
    const [diagram] = listOf(
      await suite.ask(`${at().replace(/adrs$/, 'diagrams')}?filter[name]=Booking Apps`),
      'diagrams',
    );
    const [first] = listOf(await suite.ask(at()), 'adrs');
    expect(targets(await stored(record.id))).toEqual([
      diagram?.id,
      first?.id,
      suite.ids.draft,
      'https://example.com/?a=b',
      'https://example.com/why',
    ]);
    const wrong = await adr('create', '--name', 'X', '--relate-link', 'no url');
    expect([wrong.code, writes(wrong)]).toEqual([2, []]);
    expect(wrong.stderr).toContain('"no url" is not a URL');
  });

  it('gains and loses related items, and keeps the others', async () => {
    const link = 'https://example.com/first';
    const { id } = await made(
      'Changing',
      '--relate-link',
      link,
      '--relate-link',
      'Second=https://example.com/second',
    );
    const update = (...argv: string[]) => adr('update', String(id), ...argv, '-o', 'json');
    await update('--relate-diagram', suite.ids.diagram, '--unrelate-link', 'Second');
    expect(targets(await stored(id))).toEqual([link, suite.ids.diagram]);
    // An item is added once.
    await update('--relate-diagram', suite.ids.diagram, '--relate-adr', '1');
    expect(targets(await stored(id))).toHaveLength(3);
    await update('--unrelate-link', link, '--unrelate-adr', '1');
    expect(targets(await stored(id))).toEqual([suite.ids.diagram]);
    const both = await update('--relate-adr', '1', '--unrelate-adr', '1');
    expect([both.code, writes(both)]).toEqual([2, []]);
    const stale = await update('--unrelate-diagram', suite.ids.diagram, '--commit', '1');
    expect(stale.error()).toMatchObject({ kind: 'refused', status: 409 });
  });

  it('is related in bulk', async () => {
    const [one, two] = [
      await made('Bulk one'),
      await made('Bulk two', '--relate-link', 'https://example.com/x'),
    ];
    const names = [String(one.id), String(two.id)];
    const ran = await adr('update', ...names, '--relate-diagram', suite.ids.diagram, '--yes', '-o', 'json');
    expect(ran.code, ran.stderr).toBe(0);
    expect(targets(await stored(one.id))).toEqual([suite.ids.diagram]);
    expect(targets(await stored(two.id))).toEqual(['https://example.com/x', suite.ids.diagram]);
  });
});

describe('accepting and rejecting', () => {
  it('sets the status once, and reports that it is set', async () => {
    const { id, name } = await made('To be decided');
    const accepted = await here.run(['adr', 'accept', 'To be decided'], { tty: true });
    expect(accepted.stderr).toContain(`Accepted decision "${name}".`);
    expect(writes(accepted)).toEqual(['PATCH']);
    expect((await stored(id)).statusChanges).toMatchObject([{ status: 'accepted', createdBy: 'api-key' }]);
    const again = await here.run(['adr', 'accept', 'To be decided'], { tty: true });
    expect([again.code, writes(again)]).toEqual([0, []]);
    expect(again.stderr).toContain(`Decision "${name}" is already accepted.`);
    const rejected = await adr('reject', String(id), '-o', 'json');
    expect(rejected.json()).toMatchObject({ status: 'rejected' });
    expect((await stored(id)).statusChanges).toMatchObject([{ status: 'accepted' }, { status: 'rejected' }]);
  });

  it('fails if someone else changed the decision meanwhile', async () => {
    const { id } = await made('Contested');
    const send = suite.service.transport;
    const meanwhile: typeof send = async (request) => {
      if (request.method === 'PATCH') await suite.ask(`${at()}/${String(id)}`, 'PATCH', { name: 'Changed' });
      return send(request);
    };
    const ran = await here.run(['adr', 'accept', String(id), '-o', 'json'], { transport: meanwhile });
    expect(ran.error()).toMatchObject({ kind: 'refused', status: 409 });
    expect(await stored(id)).toMatchObject({ name: 'Changed', status: 'draft' });
  });
});

describe('adr show', () => {
  it('renders Markdown on a terminal', async () => {
    const ran = await here.run(['adr', 'show', '1'], { tty: true, width: 80, env: { FORCE_COLOR: '1' } });
    expect(ran.stdout).toContain('\x1b[1mPostgreSQL\x1b[22m');
    expect(ran.stdout).toContain('\x1b[1m## Decision\x1b[22m');
    expect(ran.stdout).toContain('Explicit locking (https://www.postgresql.org/');
    expect(ran.stdout).toMatch(/diagram {2}Booking Apps/);
    expect(ran.stdout).toMatch(/accepted .* by Ingrid/);
  });

  it('is plain in a pipe, and data for programs', async () => {
    const ran = await adr('show', '1');
    expect(ran.stdout).not.toContain('\x1b');
    expect(ran.stdout).toContain('in **PostgreSQL**, in one database');
    expect((await adr('show', '1', '-o', 'json')).json()).toMatchObject({ number: 1, status: 'accepted' });
    const document = (await adr('show', '1', '-o', 'markdown')).stdout;
    expect(document).toMatch(/^# ADR 0001: Use PostgreSQL for bookings\n\nStatus: accepted\n\n/);
    expect(document).toContain('```sql\nSELECT');
  });

  it('neutralizes escape sequences in every field', async () => {
    const evil = '\x1b]0;title\x07\x1b[2J';
    const body = { name: `N${evil}`, status: 'draft', description: `D${evil}`, content: `*C${evil}*` };
    const link = { type: 'link', link: { url: `https://example.com/${evil}`, customName: evil } };
    const created = await suite.ask(at(), 'POST', { ...body, relatedItems: { a: link } });
    const id = textOf(created.adr as JsonObject, 'id');
    for (const argv of [[], ['-o', 'markdown'], ['-o', 'json'], ['-o', 'yaml']]) {
      for (const tty of [true, false]) {
        const ran = await here.run(['adr', 'show', id, ...argv, '--no-color'], { tty });
        expect([...ran.stdout].filter((char) => char === '\x1b' || char === '\x07')).toEqual([]);
      }
    }
  });
});

describe('adr open', () => {
  it('opens the landscape, or the page of a pattern', async () => {
    const web = here;
    await web.run(['profile', 'set', 'web-url', 'https://app.example.com']);
    const landscape = `https://app.example.com/landscapes/${suite.ids.landscape}/versions/latest/overview\n`;
    expect((await adr('open', '1', '--print')).stdout).toBe(landscape);
    await web.run(['profile', 'set', 'web-url', 'https://wiki.example.com/{kind}/{handle}']);
    const { handleId } = (await adr('get', '1', '-o', 'json')).json() as JsonObject;
    expect((await adr('open', '1', '--print')).stdout).toBe(`https://wiki.example.com/adr/${handleId}\n`);
  });
});
