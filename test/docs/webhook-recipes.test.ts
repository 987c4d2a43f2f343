/** The recipes of docs/library-webhook-recipes.md run as programs, with deliveries of the sandbox. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Post } from '../../src/sandbox/webhooks/send.js';
import { openWebhooks } from '../sandbox/webhook-suite.js';
import { parser as ts } from '../support/typescript.js';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/library-webhook-recipes.md'), 'utf8');
const RECIPES = [...PAGE.matchAll(/^## (.+)\n[\s\S]*?^```ts\n([\s\S]*?)^```/gm)].map(
  ([, name = '', code = '']) => ({ name, code, file: `${name.replace(/\W/g, '-')}.mts` }),
);

/** Makes a server listen on a free port, and reports the port to the parent. */
const FREE_PORT = `import { Server } from 'node:net';
const { listen } = Server.prototype;
Server.prototype.listen = function () {
  this.once('listening', () => process.send(this.address().port));
  return listen.call(this, 0, '127.0.0.1');
};`;

type Answer = (init: RequestInit) => Promise<number>;

const children: ChildProcess[] = [];
let folder: string;
let delivery: Post;
let secret: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'archctl-recipes-'));
  mkdirSync(join(folder, 'node_modules'));
  const link = (name: string, target: string) => symlinkSync(target, join(folder, 'node_modules', name));
  for (const name of ['@types', 'express', 'fastify', 'hono']) link(name, join(ROOT, 'node_modules', name));
  link('archctl', ROOT);
  const options = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext };
  for (const { code, file } of RECIPES) {
    writeFileSync(join(folder, file), code);
    const { outputText } = ts.transpileModule(code, { compilerOptions: options });
    writeFileSync(join(folder, file.replace('.mts', '.mjs')), outputText);
  }
  const posts: Post[] = [];
  const sendWebhook = async (post: Post) => ({ status: 200 + 0 * posts.push(post) });
  const suite = await openWebhooks({ clock: () => new Date(), sendWebhook });
  ({ secret } = await suite.add());
  const parentId = (await suite.must('model.objects.list', {}, undefined, '?filter[type]=system'))[0].id;
  await suite.must('model.objects.create', {}, { name: 'Zürich 😀', type: 'app', parentId });
  await suite.time.advance();
  await suite.sandbox.close();
  const [first] = posts;
  if (!first) throw new Error('The sandbox sent nothing.');
  delivery = first;
});

afterEach(() => vi.restoreAllMocks());
afterAll(() => {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a recipe. Returns a function that sends a request to it, and one that returns its output. */
async function start({
  name,
  file,
}: (typeof RECIPES)[number]): Promise<{ answer: Answer; output(): string }> {
  const program = join(folder, file.replace('.mts', '.mjs'));
  if (name === 'Hono') {
    const lines: string[] = [];
    for (const method of ['log', 'error'] as const)
      vi.spyOn(console, method).mockImplementation((...words) => lines.push(words.join(' ')));
    const { default: app } = (await import(pathToFileURL(program).href)) as {
      default: { request(path: string, init: RequestInit, env: object): Promise<Response> };
    };
    const answer: Answer = async (init) =>
      (await app.request('/hooks', init, { WEBHOOK_SECRET: secret })).status;
    return { answer, output: () => lines.join('\n') };
  }
  const child = fork(program, {
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(FREE_PORT)}`],
    env: { WEBHOOK_SECRET: secret },
    silent: true,
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`${name} exited with ${code}: ${output}`);
  });
  const [port] = await Promise.race([once(child, 'message'), failed]);
  failed.catch(() => {});
  const answer: Answer = async (init) => (await fetch(`http://127.0.0.1:${port}/hooks`, init)).status;
  return { answer, output: () => output };
}

describe('the recipes', () => {
  it('are four', () => {
    expect(RECIPES.map(({ name }) => name)).toEqual(['Express', 'Fastify', 'Hono', 'node:http']);
  });

  it('compile with strict settings', () => {
    const program = ts.createProgram(
      RECIPES.map(({ file }) => join(folder, file)),
      {
        ...{ target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.NodeNext, noEmit: true, types: ['node'] },
        ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
        skipLibCheck: true,
      },
    );
    const found = ts.getPreEmitDiagnostics(program);
    expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  });

  it.each(RECIPES)('$name accepts a delivery of the sandbox and rejects others', async (recipe) => {
    const { answer, output } = await start(recipe);
    const init = { method: 'POST', headers: delivery.headers, body: delivery.body };
    expect(await answer(init)).toBe(204);
    expect(await answer({ ...init, body: delivery.body.replace('Zürich', 'Zurich') })).toBe(401);
    expect(await answer({ ...init, headers: { 'Content-Type': 'application/json' } })).toBe(401);
    const old = { ...delivery.headers, 'X-Service-Timestamp': '1767225600' };
    expect(await answer({ ...init, headers: old })).toBe(401);
    expect(await answer({ ...init, body: 'x'.repeat(2_000_000) })).toBe(413);
    expect(await answer(init)).toBe(204);
    expect(output()).not.toContain(secret);
  });

  it.each(RECIPES)('$name prints the event and the cause of a rejection', async (recipe) => {
    const { answer, output } = await start(recipe);
    const init = { method: 'POST', headers: delivery.headers, body: delivery.body };
    await answer({ ...init, body: '{}' });
    await answer(init);
    await expect.poll(output).toMatch(/matches none of the secrets[\s\S]*model-object created \w{20}/);
  });
});

describe('Express with a parser before the route', () => {
  it('gets an error that explains the mistake', async () => {
    const [express] = RECIPES;
    const code = readFileSync(join(folder, 'Express.mjs'), 'utf8');
    const parser = 'app.use(express.json());\n';
    const wrong = code.replace(parser, '').replace('app.post', `${parser}app.post`);
    writeFileSync(join(folder, 'Wrong.mjs'), wrong);
    const { answer, output } = await start({ name: 'Wrong', code: express?.code ?? '', file: 'Wrong.mts' });
    expect(await answer({ method: 'POST', headers: delivery.headers, body: delivery.body })).toBe(500);
    await expect.poll(output).toMatch(/was parsed already[\s\S]*express\.raw/);
  });
});
