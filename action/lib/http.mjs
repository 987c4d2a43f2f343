// Requests to the API of GitHub or GitLab, with retries, pages and explained errors.
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './settings.mjs';

const ATTEMPTS = 5;
const TIMEOUT_MS = 30_000;
/** Longest wait for a rate limit; a job that waits longer costs more than a repeated run. */
const MAX_WAIT_MS = 300_000;
const MAX_PAGES = 100;
/** Methods that can be repeated without effect. */
const IDEMPOTENT = new Set(['GET', 'PATCH', 'PUT']);

/** A request that failed. `isUncertain`: the server may have carried it out. */
export class ApiFailure extends Failure {
  constructor(message, hint, { status, isUncertain = false } = {}) {
    super(message, hint);
    this.status = status;
    this.isUncertain = isUncertain;
  }
}

/**
 * Creates an API client. `hintOf` explains a refused request: it receives status, method and path.
 * `fetch`, `wait` and `now` are replaced in tests.
 */
export function apiClient({
  baseUrl,
  token,
  headers = {},
  hintOf,
  fetch = globalThis.fetch,
  wait = sleep,
  now = Date.now,
}) {
  if (!token) throw new ApiFailure('The token is missing.', hintOf(401));
  const base = baseUrl.replace(/\/+$/, '');

  async function send(method, url, body, isIdempotent = IDEMPOTENT.has(method)) {
    const { origin, pathname } = new URL(url);
    // A page or a redirect of another host must not receive the token.
    if (origin !== new URL(base).origin) throw new ApiFailure(`The address is on another host: ${origin}.`);
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === ATTEMPTS;
      const outcome = await once(method, url, body);
      if (outcome.ok) return outcome;
      const { status, response } = outcome;
      const limit = response && rateLimit(response, now());
      const canRepeat = limit !== undefined || (isIdempotent && (status === undefined || status >= 500));
      const delay = limit ?? retryAfter(response) ?? 1000 * 2 ** (attempt - 1);
      if (!canRepeat || isLast || delay > MAX_WAIT_MS)
        throw await failureOf(method, pathname, outcome, limit);
      await wait(delay);
    }
  }

  async function once(method, url, body) {
    try {
      const response = await fetch(url, {
        method,
        headers: {
          accept: 'application/json',
          'user-agent': 'archctl',
          ...headers,
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { ok: response.ok, status: response.status, response };
    } catch (error) {
      return { ok: false, error };
    }
  }

  async function failureOf(method, path, { status, response, error }, limit) {
    const request = `${method} ${path}`;
    if (!response) {
      const reason = error.cause?.code ?? error.name;
      return new ApiFailure(`${request} failed: ${reason}.`, 'Run the job again.', { isUncertain: true });
    }
    const text = plain(await response.text().catch(() => ''));
    const message = `${request} failed with status ${status}${text === '' ? '.' : `: ${text}`}`;
    const hint =
      limit !== undefined
        ? 'The rate limit of the API is used up. Run the job again later.'
        : status >= 500
          ? 'Run the job again.'
          : hintOf(status, method, path);
    return new ApiFailure(message, hint, { status, isUncertain: status >= 500 });
  }

  const request = (method, path, body) => send(method, `${base}${path}`, body);
  return {
    wait,
    json: async (method, path, body) => await (await request(method, path, body)).response.json(),
    /** A GraphQL query. Its address must be on the same host. */
    query: async (url, query) => await (await send('POST', url, { query }, true)).response.json(),
    bytes: async (path) => Buffer.from(await (await request('GET', path)).response.arrayBuffer()),
    /** Items of all pages; `itemsOf` takes them from the answer of one page. */
    async *pages(path, itemsOf = (answer) => answer) {
      let next = `${base}${path}`;
      for (let page = 0; next !== undefined && page < MAX_PAGES; page += 1) {
        const { response } = await send('GET', next);
        yield* itemsOf(await response.json());
        next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      }
    },
  };
}

/** Milliseconds until a rate limit ends; undefined if the response is not about a limit. */
function rateLimit(response, now) {
  const { status, headers } = response;
  if (status !== 429 && status !== 403) return undefined;
  const after = retryAfter(response);
  if (after !== undefined) return after;
  if (headers.get('x-ratelimit-remaining') === '0')
    return Math.max(0, Number(headers.get('x-ratelimit-reset')) * 1000 - now);
  return status === 429 ? 1000 : undefined;
}

function retryAfter(response) {
  const seconds = response?.headers.get('retry-after');
  return seconds && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

/** Message of an error response as one short line. */
function plain(text) {
  let message = text;
  try {
    const { message: given, error } = JSON.parse(text);
    message = JSON.stringify(given ?? error ?? text);
  } catch {
    // Not JSON.
  }
  return message
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

/**
 * Updates a record, or creates it if there is none. Looks for it again after a create that may have succeeded, so that
 * there is never a second one.
 */
export async function upsert({ find, create, update, wait }) {
  for (let attempt = 1; ; attempt += 1) {
    const found = await find();
    if (found) return update(found);
    try {
      return await create();
    } catch (error) {
      if (!error.isUncertain || attempt === ATTEMPTS) throw error;
      await wait(1000 * 2 ** (attempt - 1));
    }
  }
}
