import {
  ANY,
  BOOLEAN,
  checkOptions,
  OBJECT,
  type OptionTypes,
  oneOf,
  TEXT,
} from '../../base/check-options.js';
import { type ArchctlError, usageError } from '../../base/errors.js';
import { isObject } from '../../base/is-object.js';
import { expandPath, type Operation } from '../../contract/operation.js';
import { CALL_OPTIONS } from '../call-options.js';
import type { CallOptions, LooseInput, RawInput } from '../client-types.js';
import { type BaseUrl, insecureError, isPrivateEnough } from './base-url.js';
import { guessMeter } from './meter.js';
import { encodeQuery } from './query-string.js';
import { validate } from './validate.js';
import type { WireRequest } from './wire.js';

const JSON_TYPE = 'application/json';

/**
 * Builds the request of one call, without credentials.
 * @param cursor start of the page; replaces the cursor of the query.
 * @throws ArchctlError `usage` for path parameters, a query or a body that the contract rejects.
 */
export function requestFor(
  operation: Operation,
  input: LooseInput,
  base: BaseUrl,
  cursor?: string,
): WireRequest {
  checkInput(input, CALL);
  const url = operationUrl(operation, input.path ?? {}, base);
  const query = queryFor(operation, input);
  const search = encodeQuery(cursor === undefined ? query : { ...query, cursor });
  // Assigning `search`, even an empty one, parses the whole URL again.
  if (search !== '') url.search = search;
  const body = bodyFor(operation, input.body);
  return {
    method: operation.method,
    url,
    headers: {
      accept: acceptedBy(operation),
      ...(body !== undefined && { 'content-type': JSON_TYPE }),
      ...lowercased(input.headers),
    },
    body,
    ...optionsOf(input),
    meter: operation.meter,
    slow: operation.slow,
  };
}

/** Rejects inputs that only JavaScript can pass. */
function checkInput<T extends object>(input: T, types: OptionTypes<T>): void {
  if (!isObject(input)) throw usageError('The input of a call must be an object.', INVALID);
  checkOptions('a call', input, types);
}

/** The contract checks query and body. */
const CALL: OptionTypes<LooseInput> = {
  ...CALL_OPTIONS,
  path: OBJECT,
  query: ANY,
  hasKnownQuery: BOOLEAN,
  body: ANY,
};
const RAW: OptionTypes<RawInput> = {
  ...CALL_OPTIONS,
  method: oneOf('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'),
  path: TEXT,
  url: TEXT,
  query: OBJECT,
  body: ['text or bytes', (value) => typeof value === 'string' || value instanceof Uint8Array],
};

const INVALID = { reason: 'invalid-input' } as const;

const optionsOf = ({ signal, timeoutMs, retries }: CallOptions) => ({ signal, timeoutMs, retries });

/** Errors are JSON whatever the content type of the operation. */
const acceptedBy = ({ answers, envelope }: Operation): string =>
  answers === 'text' && envelope === null ? `text/*, ${JSON_TYPE}` : JSON_TYPE;

/** @throws ArchctlError `usage` for a parameter that is not a string. */
function textsOf(parameters: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    if (typeof value !== 'string') throw usageError(`Path parameter ${name} must be text.`, INVALID);
    texts[name] = value;
  }
  return texts;
}

function operationUrl(operation: Operation, given: Readonly<Record<string, unknown>>, base: BaseUrl): URL {
  const parameters = textsOf(given);
  for (const [name, value] of Object.entries(parameters)) {
    // URLs resolve these segments as relative, however encoded: current and parent directory.
    if (value === '.' || value === '..') throw usageError(`${name} cannot be "${value}".`, INVALID);
  }
  const path = expand(operation, parameters);
  // One text, because a URL with a base parses both. The root ends in a slash, without query and fragment.
  const url = new URL(base.root.href + path.slice(1));
  // A segment that passed the check above but was normalized by the URL parser would address another resource.
  if (url.pathname !== base.root.pathname + path.slice(1)) {
    throw usageError(`The path ${path} is not in normal form.`);
  }
  return url;
}

function expand(operation: Operation, parameters: Readonly<Record<string, string>>): string {
  try {
    return expandPath(operation.path, parameters);
  } catch (error) {
    const reason =
      error instanceof URIError ? 'A path parameter is not valid Unicode.' : String(message(error));
    throw usageError(reason, { reason: 'invalid-input', cause: error });
  }
}

const message = (error: unknown): unknown => (error instanceof Error ? error.message : error);

function queryFor(
  operation: Operation,
  { query, hasKnownQuery }: LooseInput,
): Readonly<Record<string, unknown>> {
  if (hasKnownQuery && isObject(query)) return query;
  // Skips validation of an empty query if no parameter is required.
  if (!operation.needsQuery && (query === undefined || isEmpty(query))) return {};
  if (operation.query === undefined) throw usageError(`${operation.summary}: no query is accepted.`, INVALID);
  return validate(operation.query, query ?? {}, 'The query') as Record<string, unknown>;
}

const isEmpty = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && !Array.isArray(query) && Object.keys(query).length === 0;

function bodyFor(operation: Operation, body: unknown): string | undefined {
  if (operation.body === undefined) {
    if (body !== undefined) throw usageError(`${operation.summary}: no body is accepted.`, INVALID);
    return undefined;
  }
  if (body === undefined && operation.bodyOptional) return undefined;
  return JSON.stringify(validate(operation.body, body ?? {}, 'The body'));
}

/**
 * Builds an arbitrary request to the configured origin.
 * @throws ArchctlError `usage` for a URL on another origin or a path outside `/v1/`.
 */
export function rawRequest(input: RawInput, base: BaseUrl): WireRequest {
  checkInput(input, RAW);
  const { method = 'GET', body } = input;
  const url = input.url === undefined ? rawPath(input.path ?? '', base) : sameOrigin(input.url, base);
  const query = encodeQuery(input.query ?? {});
  if (query !== '') url.search = url.search === '' ? query : `${url.search}&${query}`;
  return {
    method,
    url,
    headers: {
      accept: JSON_TYPE,
      ...(body !== undefined && { 'content-type': JSON_TYPE }),
      ...lowercased(input.headers),
    },
    body,
    ...optionsOf(input),
    meter: guessMeter(method, url.pathname),
  };
}

/** Header names in lower case, as the middleware expects them. */
const lowercased = (
  headers: Readonly<Record<string, string>> | undefined,
): Record<string, string> | undefined =>
  headers && Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function rawPath(path: string, base: BaseUrl): URL {
  if (/^[a-z][a-z\d+.-]*:/i.test(path)) return sameOrigin(path, base);
  // A leading "//" or "\" would be parsed as a host.
  const below = path.replace(/^[/\\]+/, '').replace(/^v1(\/|$)/, '');
  const url = new URL(`./${below}`, base.root);
  if (url.origin !== base.origin || !url.pathname.startsWith(base.root.pathname)) {
    throw usageError('The path leaves the API of the configured service.');
  }
  url.hash = '';
  return url;
}

function sameOrigin(text: string, base: BaseUrl): URL {
  const url = parseUrl(text, base);
  if (url.origin !== base.origin) {
    throw usageError(`${url.host} is not the configured service; the key is not sent elsewhere.`, {
      hint: `Requests go to ${base.origin}. Use another profile for another service.`,
    });
  }
  return url;
}

/**
 * Builds the GET request for a file; relative URLs are resolved against the configured origin.
 * @throws ArchctlError `usage` for an invalid URL, one with user info, or plain http.
 */
export function fileRequest(
  text: string | URL,
  base: BaseUrl,
): Pick<WireRequest, 'method' | 'url' | 'headers'> {
  if (typeof text !== 'string' && !(text instanceof URL))
    throw usageError('The address is not text.', INVALID);
  const url = parseUrl(String(text), base);
  if (!isPrivateEnough(url)) throw insecureError(url);
  return { method: 'GET', url, headers: { accept: '*/*' } };
}

function parseUrl(text: string, base: BaseUrl): URL {
  const fail = (what: string): ArchctlError => usageError(`The address ${what}.`);
  if (!URL.canParse(text, base.root.href)) throw fail('is not valid');
  const url = new URL(text, base.root);
  if (!/^https?:$/.test(url.protocol)) throw fail('is not an http(s) URL');
  if (url.username !== '' || url.password !== '') throw fail('must not contain a user name or password');
  url.hash = '';
  return url;
}
