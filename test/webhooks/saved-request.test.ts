import { describe, expect, it } from 'vitest';
import { headerOf, parseSavedRequest } from '../../src/webhooks/build/saved-request.js';
import { verify } from '../../src/webhooks/web-signature.js';
import { bodyOf, NOW, SECRET, signed } from './receiver-suite.js';

const BODY = bodyOf({ note: 'Grüße\n' });
const HEADERS = signed(BODY).headers;
const headLines = HEADERS.map(([name, value]) => `${name}: ${value}`);
const parse = (text: string | Uint8Array) => parseSavedRequest(Buffer.from(text as string));

/** Whether the saved request still verifies. */
const isGood = async (text: string | Uint8Array): Promise<boolean> => {
  const { headers, body } = parse(text);
  const checked = await verify({
    secrets: SECRET,
    signature: headerOf(headers, 'x-service-signature'),
    timestamp: headerOf(headers, 'x-service-timestamp'),
    body: body ?? '',
    now: NOW / 1000,
  });
  return checked.ok;
};

const length = Buffer.byteLength(BODY);

describe('a saved request that verifies', () => {
  it.each([
    ['raw', ['POST /in HTTP/1.1', 'Host: x', ...headLines, '', BODY].join('\r\n')],
    ['raw with bare line feeds', ['POST /in HTTP/1.1', ...headLines, '', BODY].join('\n')],
    ['raw without a request line', [...headLines, '', BODY].join('\n')],
    ['raw, HTTP/2', ['POST /in HTTP/2', ...headLines, '', BODY].join('\r\n')],
    [
      'raw with a line end that an editor put there',
      `${['POST / HTTP/1.1', ...headLines, `Content-Length: ${length}`, '', BODY].join('\r\n')}\n`,
    ],
    ['raw behind a byte order mark', `\uFEFF${['POST / HTTP/1.1', ...headLines, '', BODY].join('\r\n')}`],
    [
      'chunked',
      `${['POST / HTTP/1.1', ...headLines, 'Transfer-Encoding: chunked', '', ''].join('\r\n')}${[
        Buffer.from(BODY).subarray(0, 20),
        Buffer.from(BODY).subarray(20),
      ]
        .map((part) => `${part.byteLength.toString(16)};x=y\r\n${part.toString('utf8')}\r\n`)
        .join('')}0\r\n\r\n`,
    ],
    ['JSON', JSON.stringify({ headers: Object.fromEntries(HEADERS), body: BODY })],
    ['JSON with pairs', JSON.stringify({ method: 'POST', headers: HEADERS, body: BODY })],
    [
      'JSON in base64',
      JSON.stringify({
        headers: Object.fromEntries(HEADERS),
        body: Buffer.from(BODY).toString('base64'),
        isBase64Encoded: true,
      }),
    ],
    [
      'JSON as archctl exports it',
      JSON.stringify({ headers: HEADERS, bodyBase64: Buffer.from(BODY).toString('base64') }),
    ],
    [
      'HAR',
      JSON.stringify({
        log: {
          entries: [
            { request: { method: 'GET', url: 'http://x/', headers: [] } },
            { request: { method: 'POST', url: 'http://x/', headers: [], postData: { text: 'other' } } },
            {
              request: {
                method: 'POST',
                url: 'http://x/in',
                headers: HEADERS.map(([name, value]) => ({ name, value })),
                postData: { mimeType: 'application/json', text: BODY },
              },
            },
          ],
        },
      }),
    ],
  ])('%s', async (_, text) => {
    expect(await isGood(text)).toBe(true);
  });

  it('curl --trace', async () => {
    expect(await isGood(trace(hexLine))).toBe(true);
  });

  it('curl --trace-ascii, if nothing was lost', () => {
    const body = bodyOf({ note: 'x'.repeat(200) });
    const text = trace(textLine, 64, body, signed(body).headers);
    expect(parse(text).body?.toString()).toBe(body);
    expect(() => parse(text.replace('xxx', 'xx'))).toThrow('does not contain the exact bytes of the body');
  });
});

type Line = (bytes: Buffer, at: number) => string;

const offset = (at: number) => `${at.toString(16).padStart(4, '0')}: `;
const printable = (bytes: Buffer) => bytes.toString('latin1').replace(/[^ -~]/g, '.');
const hexLine: Line = (bytes, at) =>
  `${offset(at)}${[...bytes]
    .map((byte) => `${byte.toString(16).padStart(2, '0')} `)
    .join('')
    .padEnd(48)}${printable(bytes)}`;
const textLine: Line = (bytes, at) => `${offset(at)}${printable(bytes)}`;

/** Output of curl for a request. */
function trace(line: Line, width = 16, body = BODY, headers = HEADERS): string {
  const head = ['POST /in HTTP/1.1', ...headers.map(([name, value]) => `${name}: ${value}`), '', ''];
  const dump = (bytes: Buffer) =>
    Array.from({ length: Math.ceil(bytes.length / width) }, (_, at) =>
      line(bytes.subarray(at * width, (at + 1) * width), at * width),
    );
  const section = (name: string, bytes: Buffer, lines: string[]) => [
    `=> Send ${name}, ${bytes.length} bytes (0x${bytes.length.toString(16)})`,
    ...lines,
  ];
  const headBytes = Buffer.from(head.join('\r\n'));
  let at = 0;
  // In text form, each header line is a line of the dump.
  const headText = head.slice(0, -1).map((text) => {
    const shown = line(Buffer.from(text), at);
    at += text.length + 2;
    return shown;
  });
  return [
    '== Info: Connected to x (127.0.0.1) port 80',
    ...section('header', headBytes, line === textLine ? headText : dump(headBytes)),
    ...section('data', Buffer.from(body), dump(Buffer.from(body))),
    '<= Recv header, 17 bytes (0x11)',
    '0000: HTTP/1.1 200 OK',
    '',
  ].join('\n');
}

it('curl -v contains the headers only', () => {
  const text = [
    '* Connected to x (127.0.0.1) port 80',
    '> POST /in HTTP/1.1',
    '> Host: x',
    ...headLines.map((line) => `> ${line}`),
    '> ',
    '} [10 bytes data]',
    '< HTTP/1.1 200 OK',
    '< X-Service-Signature: no',
    '< ',
  ].join('\r\n');
  expect(parse(text)).toEqual({
    method: 'POST',
    target: '/in',
    headers: [['Host', 'x'], ...HEADERS],
    body: null,
  });
});

describe('a saved request is rejected', () => {
  it.each([
    ['', 'is not recognized'],
    ['hello', 'is not recognized'],
    ['{', 'is not JSON'],
    ['{"body":"x"}', 'has no headers'],
    ['{"headers":7}', 'neither an object nor a list'],
    ['{"headers":{},"body":{"a":1}}', 'the raw text is required'],
    ['POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\nabc', 'has 3 of the 10 bytes'],
    ['POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nabc', 'is not valid chunked data'],
    ['POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc', 'is not valid chunked data'],
  ])('%j', (text, why) => {
    expect(() => parse(text)).toThrow(
      expect.objectContaining({ kind: 'usage', message: expect.stringContaining(why) }),
    );
  });
});
