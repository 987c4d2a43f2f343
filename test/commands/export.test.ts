import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOf, textOf } from '../support/sandbox.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
/** Ids of two diagrams that are drawn quickly. */
let small: string[];
let latest: string;

beforeAll(async () => {
  suite = await openCommandSuite();
  latest = `landscapes/${suite.ids.landscape}/versions/latest`;
  small = [];
  const root = listOf(await suite.ask(`${latest}/model/objects?filter[type]=root`), 'modelObjects')[0];
  for (const name of ['Alpha', 'Beta']) small.push(await diagram(name, textOf(root, 'id')));
});
afterAll(() => suite.close());

/** A new diagram with one object on it. */
async function diagram(name: string, modelId: string): Promise<string> {
  const place = { x: 0, y: 0, width: 256, height: 160 };
  const object = { id: 'one', modelId: suite.ids.origin, type: 'system', shape: 'box', ...place };
  const body = { name, index: 1, type: 'context-diagram', modelId, objects: { one: object } };
  return textOf((await suite.ask(`${latest}/diagrams`, 'POST', body)).diagram, 'id');
}

interface Entry {
  path: string;
  bytes: number;
  sha256: string;
  format: string;
  diagramId: string;
  diagramName: string;
}

describe('diagram export', () => {
  it('writes files that match the manifest', async () => {
    const here = suite.machine();
    const ran = await here.run([
      'diagram',
      'export',
      ...small,
      '--format',
      'svg,png',
      '--out',
      'out',
      '-o',
      'json',
    ]);
    expect(ran.code).toBe(0);
    const manifest = ran.json() as Entry[];
    expect(manifest.map(({ path }) => path).sort()).toEqual(
      ['Alpha.png', 'Alpha.svg', 'Beta.png', 'Beta.svg'].map((name) => join('out', name)),
    );
    for (const entry of manifest) {
      const content = readFileSync(join(here.cwd, entry.path));
      expect(content.byteLength).toBe(entry.bytes);
      expect(createHash('sha256').update(content).digest('hex')).toBe(entry.sha256);
      expect(content.subarray(0, 4).toString('latin1')).toBe(entry.format === 'svg' ? '<svg' : '\x89PNG');
      expect(small).toContain(entry.diagramId);
    }
    expect(readdirSync(join(here.cwd, 'out'))).toHaveLength(4);
  });

  it(`rejects a name without a picture's extension, before anything is sent`, async () => {
    const argv = ['diagram', 'export', small[0] ?? '', '--out', 'booking.html'];
    const { code, stderr, requests } = await suite.machine().run(argv);
    expect([code, requests]).toEqual([2, []]);
    expect(stderr).toContain('Use the extension .svg or .png');
  });

  it('prints the paths in a pipe', async () => {
    const here = suite.machine();
    const ran = await here.run(['diagram', 'export', small[0] ?? '', '--format', 'svg', '--out', 'a/b.svg']);
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stdout.split('\t')[0]).toBe('a/b.svg');
    expect(here.read('a/b.svg')).toContain('<svg');
  });

  it('continues if one of several fails, with the exit code of the failure', async () => {
    const here = suite.machine();
    const [first = '', second = ''] = small;
    const argv = [
      'diagram',
      'export',
      first,
      'NobodyHasThisId00000',
      second,
      '--format',
      'svg',
      '-o',
      'json',
    ];
    const ran = await here.run(argv);
    expect(ran.code).toBe(4);
    expect(ran.error()).toMatchObject({
      kind: 'not-found',
      message: expect.stringContaining('1 of 3'),
      details: [expect.stringContaining('NobodyHasThisId00000')],
    });
    expect((ran.json() as Entry[]).map(({ path }) => path)).toEqual(['Alpha.svg', 'Beta.svg']);
    expect(readdirSync(here.cwd).sort()).toEqual(['Alpha.svg', 'Beta.svg']);
  });

  it('fails with the reason of a failed export, and writes nothing', async () => {
    const here = suite.machine();
    await suite.service.control('PUT', 'faults', { failExports: true });
    const ran = await here.run(['diagram', 'export', small[0] ?? '', '-o', 'json']);
    await suite.service.control('PUT', 'faults', { failExports: false });
    expect(ran.code).toBe(5);
    expect(ran.error()).toMatchObject({ kind: 'refused', message: expect.stringContaining('failed') });
    expect(readdirSync(here.cwd)).toEqual([]);
  });

  it('does not wait with --no-wait', async () => {
    const here = suite.machine();
    const ran = await here.run(['diagram', 'export', ...small, '--no-wait', '-o', 'json']);
    expect(ran.code).toBe(0);
    expect(ran.requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
    for (const entry of ran.json() as { exportId: string; url: string }[]) {
      expect(entry).toMatchObject({
        exportId: expect.stringMatching(/^\w{20}$/),
        url: expect.stringContaining('.png'),
      });
    }
    expect(readdirSync(here.cwd)).toEqual([]);
  });

  it('times out at --timeout, exit 7', async () => {
    const here = suite.machine();
    const transport: typeof suite.service.transport = async (request) => {
      const answer = await suite.service.transport(request);
      if (!request.url.pathname.includes('/export/image/')) return answer;
      const { completedAt, ...image } = JSON.parse(await answer.body.text()).diagramExportImage;
      const body = new TextEncoder().encode(JSON.stringify({ diagramExportImage: image }));
      const { bodyOfBytes } = await import('../../src/client/send/wire.js');
      return { ...answer, body: bodyOfBytes(body) };
    };
    const argv = ['diagram', 'export', small[0] ?? '', '--timeout', '9', '-o', 'json'];
    const ran = await here.run(argv, { transport });
    expect(ran.code).toBe(7);
    expect(ran.error().message).toContain('9 s');
    expect(readdirSync(here.cwd)).toEqual([]);
  });

  it('makes safe and distinct file names from any diagram name', async () => {
    const here = suite.machine();
    const root = listOf(await suite.ask(`${latest}/model/objects?filter[type]=root`), 'modelObjects')[0];
    const names = ['../../etc/passwd', 'con', '\u001b]0;x\u0007\r\n', 'ALPHA', '/', 'a'.repeat(400), '..'];
    const ids: string[] = [];
    for (const name of names) ids.push(await diagram(name, textOf(root, 'id')));
    const argv = [
      'diagram',
      'export',
      small[0] ?? '',
      ...ids,
      '--format',
      'svg',
      '--out',
      'deep/out',
      '-o',
      'json',
    ];
    const ran = await here.run([...argv, '--concurrency', '2']);
    expect(ran).toMatchObject({ code: 0 });
    const manifest = ran.json() as Entry[];
    expect(manifest.map(({ diagramName }) => diagramName)).toEqual(['Alpha', ...names]);
    const files = readdirSync(join(here.cwd, 'deep/out'));
    expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(names.length + 1);
    for (const file of files) {
      expect(file).toMatch(/^[^-.\p{C}][^/\\:*?"<>|\p{C}]*\.svg$/u);
      expect(file.length).toBeLessThan(150);
      expect(file).not.toBe('con.svg');
    }
    expect(readdirSync(here.cwd)).toEqual(['deep']);
    expect(manifest.map(({ path }) => path).sort()).toEqual(
      files.map((file) => join('deep/out', file)).sort(),
    );
  });

  it('uses the same files for diagrams of the same name in any order, and the manifest identifies them', async () => {
    const here = suite.machine();
    const root = listOf(await suite.ask(`${latest}/model/objects?filter[type]=root`), 'modelObjects')[0];
    const names = ['Checkout', 'checkout', 'Check/out', 'Check\u200bout', 'Check out.'];
    const ids: string[] = [];
    for (const name of names) ids.push(await diagram(name, textOf(root, 'id')));
    const exported = async (given: readonly string[]): Promise<Record<string, string>> => {
      const argv = ['diagram', 'export', ...given, '--format', 'svg', '--out', 'out', '-o', 'json'];
      const manifest = (await here.run(argv)).json() as Entry[];
      return Object.fromEntries(manifest.map(({ diagramId, path }) => [diagramId, path]));
    };
    const first = await exported(ids);
    here.write('out/other.svg', 'kept');
    expect(await exported([...ids].reverse())).toEqual(first);
    const stems = ['Checkout', 'checkout', 'Check-out', 'Check-out', 'Check-out'];
    expect(ids.map((id) => first[id])).toEqual(
      ids.map((id, index) => join('out', `${stems[index]}-${id.slice(0, 8)}.svg`)),
    );
    expect(readdirSync(join(here.cwd, 'out'))).toHaveLength(names.length + 1);
    expect(here.read('out/other.svg')).toBe('kept');
    // Alone it needs no part of its id.
    expect(Object.values(await exported(ids.slice(0, 1)))).toEqual([join('out', 'Checkout.svg')]);
  });

  it.each([
    [['--out', 'a.svg'], 'two diagrams and one file'],
    [['--format', 'pdf'], 'an unknown format'],
    [['--theme', 'sepia'], 'an unknown theme'],
    [['--dir', 'x', '--file', 'y'], 'a file and a directory'],
    [['--max-width', '3'], 'a width below the smallest'],
  ])('rejects %j: %s', async (more) => {
    const ran = await suite.machine().run(['diagram', 'export', ...small, ...more, '-o', 'json']);
    expect(ran.code).toBe(2);
    expect(ran.requests).toEqual([]);
  });

  it('sends every option in the body', async () => {
    const { diagram: id, draft, flow, origin, target } = suite.ids;
    const argv = [
      'diagram',
      'export',
      id,
      '--theme',
      'dark',
      '--tab',
      'status',
      '--focus',
      origin,
      '--focus',
      target,
    ];
    const more = [
      '--hide',
      'H'.repeat(20),
      '--pin',
      'P'.repeat(20),
      '--draft',
      draft,
      '--flow',
      flow,
      '--flow-path',
      'F',
      '--group',
      'G',
    ];
    const ran = await suite
      .machine()
      .run([...argv, ...more, '--max-width', '900', '--no-wait', '--dry-run', '-o', 'json']);
    expect((ran.json() as { body: unknown }).body).toEqual({
      ...{
        theme: 'dark',
        tab: 'status',
        focusIds: [origin, target],
        hideIds: ['H'.repeat(20)],
        pinIds: ['P'.repeat(20)],
      },
      ...{ draftId: draft, flowId: flow, flowPathIds: ['F'], groupId: 'G', maxWidth: 900 },
    });
  });
});

describe('flow thumbnail', () => {
  it('prints the address, or writes the picture to --out', async () => {
    const here = suite.machine();
    const { flow } = suite.ids;
    const shown = (await here.run(['flow', 'thumbnail', flow, '-o', 'json'])).json();
    expect(shown).toMatchObject({
      id: flow,
      url: expect.stringMatching(/^https:\/\/sandbox\.test\/.*\.png$/),
    });
    const ran = await here.run(['flow', 'thumbnail', flow, '--out', 'flow.png', '-o', 'json']);
    const png = readFileSync(join(here.cwd, 'flow.png'));
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const sha256 = createHash('sha256').update(png).digest('hex');
    expect(ran.json()).toMatchObject({ path: 'flow.png', bytes: png.byteLength, sha256 });
  });
});

describe('landscape export-pdf', () => {
  it('writes a PDF to --file, and reports that it is superseded', async () => {
    const here = suite.machine();
    const { smallest } = suite.ids;
    const ran = await here.run(['landscape', 'export-pdf', smallest, '--out', 'all.pdf', '-o', 'json']);
    expect(ran.code).toBe(0);
    expect(ran.stderr).toContain('superseded');
    const pdf = readFileSync(join(here.cwd, 'all.pdf'));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(ran.json()).toMatchObject({ path: 'all.pdf', bytes: pdf.byteLength });
    expect(existsSync(join(here.cwd, 'all.pdf.tmp'))).toBe(false);
  });
});
