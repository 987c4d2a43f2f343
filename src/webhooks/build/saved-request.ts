import { usageError } from '../../base/errors.js';
import type { HeaderList } from '../types.js';
import type { SavedRequest } from './saved.js';
import { savedAsJson } from './saved-json.js';
import { isTrace, savedAsTrace } from './saved-trace.js';

const REQUEST_LINE = /^([A-Z]+) (\S+)(?: HTTP\/[\d.]+)?$/;

/**
 * Parses a saved request: raw HTTP, the output of `curl -v`, `--trace` or `--trace-ascii`, a HAR file, or JSON with
 * `headers` and `body`.
 * @throws ArchctlError `usage`.
 */
export function parseSavedRequest(saved: Uint8Array): SavedRequest {
  const bytes = Buffer.from(saved.buffer, saved.byteOffset, saved.byteLength);
  const start = bytes.subarray(0, 3).equals(BOM) ? bytes.subarray(3) : bytes;
  const text = start.toString('latin1').trimStart();
  if (text.startsWith('{')) return savedAsJson(start.toString('utf8'));
  if (isTrace(text)) return fromRaw(savedAsTrace(text));
  if (/^> [A-Z]+ \S+ HTTP\//m.test(text)) return fromVerbose(text);
  return fromRaw(start.subarray(start.byteLength - Buffer.byteLength(text, 'latin1')));
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Reads the lines that `curl -v` marks as sent; they do not include the body. */
function fromVerbose(text: string): SavedRequest {
  const lines = text.split(/\r?\n/);
  const sent = lines.filter((line) => /^>( |$)/.test(line)).map((line) => line.slice(2).trimEnd());
  const end = sent.indexOf('');
  return { ...headOf(end < 0 ? sent : sent.slice(0, end)), body: null };
}

/** Parses a raw HTTP request. */
function fromRaw(bytes: Buffer): SavedRequest {
  const text = bytes.toString('latin1');
  const gap = /\r?\n\r?\n/.exec(text);
  const head = headOf((gap ? text.slice(0, gap.index) : text.trimEnd()).split(/\r?\n/));
  if (!gap) return { ...head, body: null };
  const rest = bytes.subarray(gap.index + gap[0].length);
  if (/\bchunked\b/i.test(headerOf(head.headers, 'transfer-encoding') ?? ''))
    return { ...head, body: unchunk(rest) };
  const declared = headerOf(head.headers, 'content-length');
  const length = declared !== undefined && /^\d+$/.test(declared) ? Number(declared) : rest.byteLength;
  if (length > rest.byteLength)
    throw usageError(`The saved body has ${rest.byteLength} of the ${length} bytes declared in its headers.`);
  // Editors append a line break to files.
  return { ...head, body: rest.subarray(0, length) };
}

function headOf(lines: readonly string[]): Omit<SavedRequest, 'body'> {
  const [first = '', ...rest] = lines;
  const request = REQUEST_LINE.exec(first.trimEnd());
  const headers = (request ? rest : lines).map((line): [string, string] => {
    const at = line.indexOf(':');
    if (at < 1 || /\s/.test(line.slice(0, at)))
      throw usageError('The format of the saved request is not recognized.', {
        hint: 'Use raw HTTP, the output of "curl -v" or "curl --trace", a HAR file, or JSON with "headers" and "body".',
      });
    return [line.slice(0, at), line.slice(at + 1).trim()];
  });
  return { method: request?.[1] ?? null, target: request?.[2] ?? null, headers };
}

const CHUNK_SIZE = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?\r?$/i;

/** Decodes a chunked body (RFC 9112, section 7.1). */
function unchunk(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\n', at);
    const line = end < 0 ? null : CHUNK_SIZE.exec(bytes.toString('latin1', at, end));
    const size = Number.parseInt(line?.[1] ?? '', 16);
    if (size === 0) return Buffer.concat(pieces);
    const next = bytes.indexOf('\n', end + 1 + size);
    if (Number.isNaN(size) || next < 0)
      throw usageError(
        'The headers of the saved request declare a chunked body, but the body is not valid chunked data.',
      );
    pieces.push(bytes.subarray(end + 1, end + 1 + size));
    at = next + 1;
  }
}

/** Returns the value of a header, ignoring case; repeated headers are joined with ", ". */
export function headerOf(headers: HeaderList, name: string): string | undefined {
  const lower = name.toLowerCase();
  const found = headers.filter(([it]) => it.toLowerCase() === lower).map(([, value]) => value);
  return found.length > 0 ? found.join(', ') : undefined;
}
