import { usageError } from '../../base/errors.js';
import { isObject } from '../../base/is-object.js';
import type { JsonObject } from '../../base/json/json-object.js';
import type { HeaderList } from '../types.js';
import { isTrace, savedAsTrace } from './saved-trace.js';

/** A saved request, independent of the file format. */
export interface SavedRequest {
  method: string | null;
  /** Path or URL as saved. */
  target: string | null;
  headers: HeaderList;
  /** Null if only headers were saved, for example by `curl -v`. */
  body: Uint8Array | null;
}

type Json = Readonly<JsonObject>;

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

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Parses a HAR file, an event exported by archctl, or any JSON with `headers` and `body`.
 * @throws ArchctlError `usage`.
 */
function savedAsJson(text: string): SavedRequest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw usageError(`The saved request is not JSON: ${(error as Error).message}.`, { cause: error });
  }
  const har = isObject(value) && isObject(value.log) ? harRequest(value.log.entries) : undefined;
  const request = har ?? (isObject(value) && isObject(value.request) ? value.request : value);
  if (!isObject(request) || request.headers === undefined)
    throw usageError('The saved request has no headers.', {
      hint: 'Use the form {"headers": {...}, "body": "..."}.',
    });
  return {
    method: textOr(request.method ?? request.httpMethod),
    target: textOr(request.url ?? request.path),
    headers: headerList(request.headers),
    body: bodyOf(request),
  };
}

/** Finds the first POST with a signature header, otherwise the first POST. */
function harRequest(entries: unknown): Json | undefined {
  const requests = (Array.isArray(entries) ? entries : [])
    .map((entry: unknown) => (isObject(entry) ? entry.request : undefined))
    .filter(isObject)
    .filter(({ method }) => method === 'POST');
  const isSigned = ({ headers }: Json) => headerList(headers).some(([name]) => /-signature$/i.test(name));
  return requests.find(isSigned) ?? requests[0];
}

/** Accepts an object of names, or a list of pairs or of `{name, value}`. */
function headerList(headers: unknown): HeaderList {
  if (Array.isArray(headers)) {
    return headers.map((it: unknown): [string, string] =>
      Array.isArray(it)
        ? [String(it[0]), String(it[1])]
        : isObject(it)
          ? [String(it.name), String(it.value)]
          : ['', ''],
    );
  }
  if (!isObject(headers))
    throw usageError('The headers of the saved request are neither an object nor a list.');
  return Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    (Array.isArray(value) ? value : [value]).map((it) => [name, String(it)]),
  );
}

function bodyOf(request: Json): Uint8Array | null {
  const { body, bodyBase64, isBase64Encoded, postData } = request;
  if (typeof bodyBase64 === 'string') return Buffer.from(bodyBase64, 'base64');
  if (typeof body === 'string') return Buffer.from(body, isBase64Encoded === true ? 'base64' : 'utf8');
  if (isObject(postData) && typeof postData.text === 'string')
    return Buffer.from(postData.text, postData.encoding === 'base64' ? 'base64' : 'utf8');
  if (body === undefined || body === null) return null;
  // Serializing it again would change the bytes and invalidate the signature.
  throw usageError('The body of the saved request is parsed JSON; the raw text is required.', {
    hint: 'Save it as a string, or as "bodyBase64".',
  });
}
