import { describe, expect, test } from 'vitest';
import { messageLines } from '../../src/mcp/stdio-lines.js';

/** Passes these chunks. Returns the messages and the errors. */
async function passed(chunks: readonly string[], maxBytes = 1_000) {
  const refused: unknown[] = [];
  const lines: string[] = [];
  const input = (async function* () {
    for (const it of chunks) yield Buffer.from(it);
  })();
  for await (const line of messageLines(input, maxBytes, (error) => refused.push(error)))
    lines.push(line.toString('utf8'));
  return { lines, refused };
}

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
const errorOf = (id: unknown, code: number) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: expect.any(String) },
});

describe('lines of stdin', () => {
  test('are passed on whole, however they are split, also without a last line feed', async () => {
    const text = PING + PING.replace('ping', 'pïng');
    const bytes = Array.from(text.trimEnd(), (it) => it);
    expect(await passed(bytes)).toEqual({
      lines: [PING, PING.replace('ping', 'pïng')],
      refused: [],
    });
    expect((await passed([text])).lines).toHaveLength(2);
  });

  test.each([
    ['broken JSON', '{"jsonrpc":"2.0","id":1,', errorOf(null, -32_700)],
    ['no JSON', 'hello', errorOf(null, -32_700)],
    ['another value', '[1]', errorOf(null, -32_600)],
    ['no method', '{"jsonrpc":"2.0","id":7}', errorOf(7, -32_600)],
    ['another version', '{"jsonrpc":"1.0","id":"a","method":"ping"}', errorOf('a', -32_600)],
  ])('that are %s get an error, and later messages are answered', async (_, line, error) => {
    expect(await passed([`${line}\n`, '\n', PING])).toEqual({ lines: [PING], refused: [error] });
  });

  test('above the limit get one error, and later messages are answered', async () => {
    const long = [...Array.from({ length: 50 }, () => 'x'.repeat(100)), '\n'];
    expect(await passed([...long, PING])).toEqual({ lines: [PING], refused: [errorOf(null, -32_600)] });
  });
});
