import { usageError } from '../../base/errors.js';
import { isObject } from '../../base/is-object.js';
import type { HeaderList } from '../types.js';
import type { SavedRequest } from './saved.js';

type Json = Readonly<Record<string, unknown>>;

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Parses a HAR file, an event exported by archctl, or any JSON with `headers` and `body`.
 * @throws ArchctlError `usage`.
 */
export function savedAsJson(text: string): SavedRequest {
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
