/** The built `archctl/webhooks`, bundled for a runtime without Node's modules and globals. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { makeEvent } from '../../src/webhooks/build/event-factory.js';
import { sign } from '../../src/webhooks/node-signature.js';

const LIBRARY = join(import.meta.dirname, '../../dist/lib');
const SECRET = 'whsec_3b1f9c';

/** Bundles everything that the entry exports, for browsers. */
async function bundled() {
  const build = await rolldown({ input: join(LIBRARY, 'webhooks.mjs'), platform: 'browser' });
  const { output } = await build.generate({ format: 'iife', name: 'webhooks', minify: true });
  await build.close();
  return output[0];
}

/** Specifiers of a built file and of all files that it imports. */
function importsOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const code = readFileSync(file, 'utf8');
  const specifiers = [...code.matchAll(/(?:\bfrom|\brequire\(|\bimport\(?)\s*["'`]([^"'`]+)["'`]/g)].map(
    ([, id = '']) => id,
  );
  return specifiers.flatMap((id) => (id.startsWith('.') ? importsOf(join(dirname(file), id), seen) : [id]));
}

/** Globals of workers at the edge. JavaScript's own come with the context. */
const { crypto, TextEncoder, TextDecoder, Request, Headers, ReadableStream } = globalThis;
const EDGE = { crypto, TextEncoder, TextDecoder, Request, Headers, ReadableStream };

describe('archctl/webhooks', () => {
  it.each(['webhooks.mjs', 'webhooks.cjs'])('%s imports no package and no Node module', (file) => {
    expect(importsOf(join(LIBRARY, file))).toEqual([]);
    // The same search finds the imports of the client.
    expect(importsOf(join(LIBRARY, file.replace('webhooks', 'index')))).toContain('zod/mini');
  });

  it('is at most 9 kB, bundled and compressed', async () => {
    const { code, imports } = await bundled();
    expect(imports).toEqual([]);
    expect(gzipSync(code).length).toBeLessThanOrEqual(9_000);
  });

  it('receives an event without globals of Node', async () => {
    const { code } = await bundled();
    const context = createContext({ ...EDGE });
    expect(runInContext('[typeof process, typeof Buffer, typeof require, typeof global]', context)).toEqual(
      Array.from({ length: 4 }, () => 'undefined'),
    );
    let seed = 0;
    const event = makeEvent({
      ...{ collection: 'tag', operation: 'updated', now: () => new Date() },
      random: () => (seed++ % 62) / 62,
    });
    const body = JSON.stringify(event);
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = {
      'X-Service-Signature': sign({ secret: SECRET, timestamp, body }),
      'X-Service-Timestamp': String(timestamp),
    };
    Object.assign(context, { given: { body, headers, secret: SECRET, timestamp } });
    const results = await runInContext(
      `${code}
      const post = (body) => new Request('https://edge.test/', { method: 'POST', headers: given.headers, body });
      const failed = (error) => [webhooks.isArchctlError(error), webhooks.statusOf(error), error.facts.code];
      (async () => JSON.stringify({
        received: await webhooks.receive(post(given.body), ['other', given.secret]),
        changed: await webhooks.receive(post(given.body + ' '), given.secret).catch(failed),
        signature: await webhooks.sign({ secret: given.secret, timestamp: given.timestamp, body: given.body }),
      }))()`,
      context,
    );
    expect(JSON.parse(results as string)).toEqual({
      received: { event, secretName: 'secret-2', timestamp },
      changed: [true, 401, 'mismatch'],
      signature: headers['X-Service-Signature'],
    });
  });

  it('explains a runtime without Web Crypto', async () => {
    const { code } = await bundled();
    const context = createContext({ ...EDGE, crypto: {} });
    const message = await runInContext(
      `${code}\nwebhooks.sign({ secret: 'x', timestamp: 1, body: '' }).catch((error) => error.kind + ': ' + error.message)`,
      context,
    );
    expect(message).toBe('unexpected: This runtime does not provide Web Crypto (crypto.subtle).');
  });
});
