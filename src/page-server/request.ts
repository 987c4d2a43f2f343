import type { IncomingMessage } from 'node:http';

/** A request that is answered with an error status. Its message is shown on the page. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** @throws Refused 400 for a request target that is not a valid URL. */
export function addressOf({ url = '', headers: { host = '' } }: IncomingMessage): URL {
  try {
    return new URL(url.startsWith('/') ? `http://${host}${url}` : url);
  } catch {
    throw new Refused(400, 'The request has no valid URL.');
  }
}

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

/** Largest accepted body. */
const MAX_BYTES = 1_048_576;

/** Reads the body as JSON. @throws Refused 400, 413 or 415 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  // Other types can be sent by forms.
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new Refused(415, 'The body of the request is not JSON.');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    // The rest is read and discarded, because the page would not see the response otherwise.
    if (size <= MAX_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BYTES) throw new Refused(413, 'The body of the request is too large.');
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch {
    throw new Refused(400, 'The body of the request is not valid JSON.');
  }
}
