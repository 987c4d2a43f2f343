import { usageError } from '../errors.js';
import type { HeaderList } from './types.js';

export interface SavedRequest {
  method: string | null;
  /** Path or URL as saved. */
  target: string | null;
  headers: HeaderList;
  /** Null where only headers were saved, as by `curl -v`. */
  body: Uint8Array | null;
}

/**
 * A request as something saved it: raw HTTP, the lines of `curl -v`, a HAR file, or JSON with `headers` and `body`.
 * The bytes of a raw body are taken as they are. Errors: `usage`.
 */
export function parseSavedRequest(saved: Uint8Array): SavedRequest {
  const bytes = Buffer.from(saved.buffer, saved.byteOffset, saved.byteLength);
  const start = bytes.toString('latin1').trimStart();
  if (start.startsWith('{')) return fromJson(bytes);
  if (/^([*<>] |> )/m.test(start.slice(0, 200)) && /^> \S+ \S+ HTTP\//m.test(start)) return fromCurl(start);
  return fromHttp(bytes);
}

/** Value of a header by any case; repeated lines are joined with ", ". */
export function headerOf(headers: HeaderList, name: string): string | undefined {
  const lower = name.toLowerCase();
  const found = headers.filter(([it]) => it.toLowerCase() === lower).map(([, value]) => value);
  return found.length > 0 ? found.join(', ') : undefined;
}

const unreadable = (what: string) =>
  usageError(`The saved request cannot be read: ${what}.`, {
    hint: 'Take raw HTTP (request line, headers, an empty line, body), the output of "curl -v", a HAR file, or JSON with headers and body.',
  });

const REQUEST_LINE = /^([A-Z]+) (\S+)(?: HTTP\/[\d.]+)?$/;

function fromHttp(bytes: Buffer): SavedRequest {
  const crlf = bytes.indexOf('\r\n\r\n');
  const lf = bytes.indexOf('\n\n');
  const isCrlf = crlf !== -1 && (lf === -1 || crlf < lf);
  const end = isCrlf ? crlf : lf;
  const head = (end === -1 ? bytes : bytes.subarray(0, end)).toString('latin1');
  const [first = '', ...rest] = head.trimStart().split(/\r?\n/);
  const line = REQUEST_LINE.exec(first.trim());
  const headers = headersOf(line ? rest : [first, ...rest]);
  if (headers.length === 0) throw unreadable('there are no headers in it');
  const body = end === -1 ? null : bytes.subarray(end + (isCrlf ? 4 : 2));
  return { method: line?.[1] ?? null, target: line?.[2] ?? null, headers, body };
}

/** `curl -v` writes what it sent behind "> ", without the body. */
function fromCurl(text: string): SavedRequest {
  const sent = text
    .split(/\r?\n/)
    .filter((line) => line.startsWith('> '))
    .map((line) => line.slice(2));
  const [first = '', ...rest] = sent;
  const line = REQUEST_LINE.exec(first.trim());
  return { method: line?.[1] ?? null, target: line?.[2] ?? null, headers: headersOf(rest), body: null };
}

function headersOf(lines: readonly string[]): HeaderList {
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const at = line.indexOf(':');
      if (at < 1) throw unreadable(`"${line.slice(0, 40)}" is not a header`);
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()] as const;
    });
}

interface HarRequest {
  method?: string;
  url?: string;
  headers?: unknown;
  postData?: { text?: string };
  body?: unknown;
}

function fromJson(bytes: Buffer): SavedRequest {
  let value: HarRequest & { log?: { entries?: { request?: HarRequest }[] }; request?: HarRequest };
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw unreadable(`it begins like JSON, but ${(error as Error).message}`);
  }
  const request = value.log?.entries?.[0]?.request ?? value.request ?? value;
  const { method = null, url = null, postData } = request;
  const body = postData?.text ?? request.body;
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  return {
    method,
    target: url,
    headers: jsonHeaders(request.headers),
    body: text === undefined ? null : Buffer.from(text),
  };
}

/** `{name: value}`, `[[name, value]]`, or HAR's `[{name, value}]`. */
function jsonHeaders(headers: unknown): HeaderList {
  if (Array.isArray(headers)) {
    return headers.map((it: unknown) => {
      const [name, value] = Array.isArray(it)
        ? it
        : [(it as { name?: unknown })?.name, (it as { value?: unknown })?.value];
      if (typeof name !== 'string') throw unreadable('a header has no name');
      return [name, String(value)] as const;
    });
  }
  if (typeof headers !== 'object' || headers === null) throw unreadable('it has no headers');
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)] as const),
  );
}
