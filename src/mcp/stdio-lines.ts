import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { isObject } from '../base/is-object.js';

/** Response to a line that is not a message: JSON-RPC 2.0, section 5.1. */
export interface LineError {
  jsonrpc: '2.0';
  /** Id of the request; null if it cannot be read. */
  id: string | number | null;
  error: { code: number; message: string };
}

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const NEWLINE = 10;

/**
 * Splits the input into lines, and yields those that are messages. Answers the others through `refuse`, because a client
 * would wait forever for the answer to a request that is skipped.
 */
export async function* messageLines(
  input: AsyncIterable<Uint8Array | string>,
  maxBytes: number,
  refuse: (error: LineError) => void,
): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let length = 0;
  const finish = function* (): Generator<Buffer> {
    const line = Buffer.concat(pieces);
    const isTooLong = length > maxBytes;
    [pieces, length] = [[], 0];
    const error = isTooLong
      ? errorOf(null, INVALID_REQUEST, `The message is larger than ${maxBytes} bytes`)
      : problemOf(line.toString('utf8'));
    if (error === undefined) yield Buffer.concat([line, Buffer.of(NEWLINE)]);
    else if (error !== 'blank') refuse(error);
  };
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk as Uint8Array);
    for (let from = 0; from < bytes.length; ) {
      const end = bytes.indexOf(NEWLINE, from);
      const piece = bytes.subarray(from, end === -1 ? bytes.length : end);
      length += piece.length;
      // The rest of a line that is too long is not kept.
      if (length <= maxBytes) pieces.push(piece);
      if (end === -1) break;
      yield* finish();
      from = end + 1;
    }
  }
  if (length > 0) yield* finish();
}

const errorOf = (id: LineError['id'], code: number, message: string): LineError => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

/** The error for a line; undefined for a message. */
function problemOf(line: string): LineError | 'blank' | undefined {
  if (line.trim() === '') return 'blank';
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return errorOf(null, PARSE_ERROR, 'Parse error: the line is not valid JSON');
  }
  try {
    parseJSONRPCMessage(value);
    return undefined;
  } catch {
    const id = isObject(value) ? value.id : undefined;
    const known = typeof id === 'string' || typeof id === 'number' ? id : null;
    return errorOf(known, INVALID_REQUEST, 'Invalid Request: the line is not a JSON-RPC 2.0 message');
  }
}
