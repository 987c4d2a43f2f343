/** Behaviour on sockets: framing, raw headers, and late, large or incomplete bodies. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BODY_LIMIT } from '../../src/sandbox/http/body.js';
import { type RunningSandbox, serveSandbox } from '../../src/sandbox/serve.js';
import { ADMIN } from './harness.js';

let sandbox: RunningSandbox;
let groups: string;
beforeAll(async () => {
  sandbox = await serveSandbox({ adminKey: ADMIN });
  groups = `/v1/landscapes/${sandbox.landscapeId}/versions/latest/tag-groups`;
});
afterAll(() => sandbox.stop());

const KEY = `Authorization: ApiKey ${ADMIN.id}:${ADMIN.secret}`;
const open = () => {
  const socket = connect(sandbox.port, '127.0.0.1').setEncoding('utf8');
  // The server may close the connection during a write.
  socket.on('error', () => {});
  return socket;
};
const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, `Host: 127.0.0.1:${sandbox.port}`, ...headers, '', ''].join('\r\n');

/** Complete response to some bytes, until the connection closes. */
async function exchange(...pieces: string[]): Promise<string> {
  const socket = open();
  let text = '';
  socket.on('data', (piece) => {
    text += piece;
  });
  for (const piece of pieces) socket.write(piece);
  await once(socket, 'close');
  return text;
}

/** First response, while the rest may still be in transit. */
async function firstResponse(...pieces: string[]): Promise<string> {
  const socket = open();
  for (const piece of pieces) socket.write(piece);
  const [text] = await once(socket, 'data');
  socket.destroy();
  return String(text);
}
const END = 'Connection: close';
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

describe('responses on the wire', () => {
  it('have their length, for HEAD as for GET', async () => {
    const get = await exchange(head('GET /v1/health', END));
    const [, top = '', body = ''] = /^(.*?)\r\n\r\n(.*)$/s.exec(get) ?? [];
    expect(top).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
    expect(top).not.toContain('Transfer-Encoding');
    const answer = await exchange(head('HEAD /v1/health', END));
    expect(answer).toMatch(/^Content-Length: \d+\r$/m);
    expect(answer.endsWith('\r\n\r\n')).toBe(true);
  });

  it('arrive in the order of pipelined requests', async () => {
    const paths = ['/v1/health', '/v1/organizations', '/v1/nothing'];
    const text = await exchange(
      ...paths.map((path, at) => head(`GET ${path}`, KEY, ...(at === 2 ? [END] : []))),
    );
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      '200',
      '200',
      '404',
    ]);
  });

  it('reject two keys, even in the same header', async () => {
    expect(statusOf(await exchange(head('GET /v1/organizations', KEY, END)))).toBe(200);
    expect(statusOf(await exchange(head('GET /v1/organizations', KEY, KEY, END)))).toBe(401);
  });

  it.each(['OPTIONS *', 'GET nothing', 'GET http://'])('reject %s, which is not an address', async (line) => {
    expect(statusOf(await exchange(head(line, END)))).toBe(400);
  });
});

describe('bodies on the wire', () => {
  const body = JSON.stringify({ name: 'Grüße', icon: 'bug', index: 0 });
  const bytes = Buffer.from(body);
  const framed = `Content-Length: ${bytes.length}`;

  it('may arrive in chunks, split within a character', async () => {
    const socket = open();
    let text = '';
    socket.on('data', (piece) => {
      text += piece;
    });
    socket.write(head(`POST ${groups}`, KEY, framed, 'Expect: 100-continue', END));
    await once(socket, 'data');
    const cut = bytes.indexOf(0xc3) + 1;
    socket.write(bytes.subarray(0, cut), () => socket.write(bytes.subarray(cut)));
    await once(socket, 'close');
    expect(text).toContain('HTTP/1.1 100 Continue');
    expect(text).toContain('"name":"Grüße"');
  });

  it('that are too large are rejected, with or without a length', async () => {
    const announced = head(`POST ${groups}`, KEY, `Content-Length: ${BODY_LIMIT + 1}`);
    expect(statusOf(await firstResponse(announced, ' '.repeat(BODY_LIMIT + 1)))).toBe(413);
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`.repeat(BODY_LIMIT / 0x10000 + 1);
    const chunked = head(`POST ${groups}`, KEY, 'Transfer-Encoding: chunked');
    expect(statusOf(await firstResponse(chunked, chunk, '0\r\n\r\n'))).toBe(413);
  });

  it('that are not read do not block the next request', async () => {
    const first = head(`POST ${groups}`, framed) + body;
    const text = await exchange(first, head('GET /v1/health', END));
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['401', '200']);
  });

  it('that never arrive do not delay a response that does not need them', async () => {
    expect(statusOf(await exchange(head(`POST ${groups}`, 'Content-Length: 10')))).toBe(401);
  });

  it('that are incomplete change nothing, and stop nothing', async () => {
    const count = async () => {
      const text = await exchange(head(`GET ${groups}`, KEY, END));
      return text.split('"icon"').length;
    };
    const before = await count();
    const socket = open();
    socket.write(head(`POST ${groups}`, KEY, framed, 'Expect: 100-continue'));
    await once(socket, 'data');
    socket.write(bytes.subarray(0, 10), () => socket.destroy());
    await once(socket, 'close');
    expect(await count()).toBe(before);
  });
});
