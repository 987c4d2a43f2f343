import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bodyOf, type Send } from '../../src/client/send/wire.js';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let machine: Machine;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());
beforeEach(() => {
  machine = suite.machine();
});

const PIECES = ['one, ', 'two, ', 'three'].map((it) => Buffer.from(it));
const WHOLE = PIECES.join('');

/**
 * A network that delivers a file in chunks, and breaks off after the second chunk the first `breaks` times.
 */
function inPieces(breaks: number, onPiece: (at: number) => void = () => {}): Send {
  let left = breaks;
  return async (request) => {
    const response = await suite.service.transport(request);
    if (!request.stream) return response;
    const isBroken = left-- > 0;
    const pieces = async function* () {
      for (const [at, piece] of PIECES.entries()) {
        onPiece(at);
        if (isBroken && at === 2) throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
        yield piece;
      }
    };
    return { ...response, headers: {}, body: bodyOf({ [Symbol.asyncIterator]: pieces }) };
  };
}

const LANDSCAPE = () => ['landscape', 'export', '--type', 'json'];
const DIAGRAM = () => ['diagram', 'export', suite.ids.plain, '--format', 'svg'];

const fetchFile = (argv: () => string[], file: string, transport: Send) =>
  machine.run([...argv(), '--out', file, '-o', 'json'], { transport });

describe('a downloaded file', () => {
  test('is written chunk by chunk, to a temporary file', async () => {
    const seen: (string | undefined)[] = [];
    const ran = await fetchFile(
      LANDSCAPE,
      'out',
      inPieces(0, () => {
        const [name] = readdirSync(machine.cwd);
        seen.push(name && (name === 'out' ? 'too early' : readFileSync(join(machine.cwd, name), 'utf8')));
      }),
    );
    expect(ran.code, ran.stderr).toBe(0);
    expect(seen).toEqual(['', 'one, ', 'one, two, ']);
    expect([machine.read('out'), readdirSync(machine.cwd)]).toEqual([WHOLE, ['out']]);
  });

  test('keeps the existing file if the download fails, without a temporary file', async () => {
    machine.write('out', 'what was there');
    const ran = await fetchFile(LANDSCAPE, 'out', inPieces(9));
    expect([ran.code, ran.error().kind]).toEqual([7, 'unavailable']);
    expect([machine.read('out'), readdirSync(machine.cwd)]).toEqual(['what was there', ['out']]);
  });

  test('reports a target that is a folder, and not as a network failure', async () => {
    const ran = await fetchFile(LANDSCAPE, '.', inPieces(0));
    expect([ran.code, ran.error().kind]).toEqual([2, 'usage']);
    expect(ran.requests.filter(({ stream }) => stream)).toHaveLength(1);
  });
});

describe.each([
  ['landscape export', LANDSCAPE],
  ['diagram export', DIAGRAM],
])('%s', (_, argv) => {
  test('starts again when it breaks off', async () => {
    const ran = await fetchFile(argv, 'out.svg', inPieces(2));
    expect(ran.code, ran.stderr).toBe(0);
    expect([ran.json()].flat()).toMatchObject([{ path: 'out.svg', bytes: WHOLE.length }]);
    expect([machine.read('out.svg'), readdirSync(machine.cwd)]).toEqual([WHOLE, ['out.svg']]);
  });

  test('to stdout never repeats', async () => {
    const ran = await fetchFile(argv, '-', inPieces(1));
    expect([ran.code, ran.stdout]).toEqual([7, 'one, two, ']);
    const whole = await fetchFile(argv, '-', inPieces(0));
    expect([whole.code, whole.stdout]).toEqual([0, WHOLE]);
  });
});
