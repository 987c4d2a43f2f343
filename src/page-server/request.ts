import type { IncomingMessage } from 'node:http';
import { isObject } from '../base/is-object.js';
import { Refused, readBody } from '../base/network/local-server.js';

/** The decoded path without its leading slash. @throws Refused 400 if it cannot be decoded. */
export function pathOf({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    throw new Refused(400, 'The path of the request cannot be decoded.');
  }
}

const READS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD']);

/**
 * Rejects requests of web pages of other origins, including other ports of this host. Browsers send `Origin` with every
 * request that can change something, and `Sec-Fetch-Site` with all; only opening a link may come from elsewhere.
 * @throws Refused 403
 */
export function checkOrigin({ method, headers }: IncomingMessage, url: URL): void {
  const { origin } = headers;
  const site = headers['sec-fetch-site'] ?? 'same-origin';
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && READS.has(method);
  const isOwn =
    (origin === undefined ? READS.has(method) : origin === url.origin) &&
    (['same-origin', 'none'].includes(String(site)) || isNavigation);
  if (!isOwn) throw new Refused(403, 'Cross-origin requests are rejected.');
}

const MAX_BYTES = 1_048_576;

/** Reads the body as JSON. @throws Refused 400, 413 or 415 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  // Other types can be sent by forms.
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new Refused(415, 'The body of the request is not JSON.');
  const body = await readBody(request, MAX_BYTES);
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    throw new Refused(400, 'The body of the request is not valid JSON.');
  }
}

/** The token in the body of a request for a session. @throws Refused 400 for other types. */
export function tokenIn(body: unknown): string {
  const token = isObject(body) ? body.token : undefined;
  if (typeof token !== 'string') throw new Refused(400, 'The body must be an object with the text "token".');
  return token;
}
