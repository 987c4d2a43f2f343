import { createHash, randomBytes } from 'node:crypto';

/**
 * Access of browsers to a page. The address of the page has a token in its fragment, which browsers do not send. The page
 * exchanges the token for a cookie once; every other request needs the cookie.
 */
export interface Sessions<Grant> {
  /** Creates a token for any number of exchanges. */
  newToken(grant: Grant): string;
  /** Creates a token for one exchange: the command line of a started browser is visible to other users. */
  newSingleUseToken(grant: Grant): string;
  /** Returns the `Set-Cookie` value for a valid token. */
  exchange(token: string): string | undefined;
  /** The grant of the cookie in a `Cookie` header. */
  grantOf(cookieHeader: string | null | undefined): Grant | undefined;
}

/** Maximum numbers of unused tokens and of cookies; the oldest are dropped. */
const MAX_ENTRIES = 1_000;

/**
 * @param cookie Name of the cookie. It contains the port if a host can have several servers, because browsers send cookies
 * to all ports. @param path Path of the cookie.
 */
export function pageSessions<Grant>(cookie: string, path: string): Sessions<Grant> {
  const tokens = new Map<string, { grant: Grant; isSingleUse: boolean }>();
  const cookies = new Map<string, Grant>();
  const newToken = (grant: Grant, isSingleUse: boolean): string => {
    const token = randomText();
    add(tokens, digest(token), { grant, isSingleUse });
    return token;
  };
  return {
    newToken: (grant) => newToken(grant, false),
    newSingleUseToken: (grant) => newToken(grant, true),
    exchange: (token) => {
      const key = digest(token);
      const found = tokens.get(key);
      if (!found) return undefined;
      if (found.isSingleUse) tokens.delete(key);
      const secret = randomText();
      add(cookies, digest(secret), found.grant);
      return `${cookie}=${secret}; Path=${path}; HttpOnly; SameSite=Strict`;
    },
    grantOf: (header) => {
      const values = (header ?? '').split(';').map((it) => it.trim().split('=', 2));
      const [, secret] = values.find(([name]) => name === cookie) ?? [];
      return secret === undefined ? undefined : cookies.get(digest(secret));
    },
  };
}

const randomText = (): string => randomBytes(32).toString('hex');

/** Secrets are looked up by digest, so that the time of a lookup reveals nothing about them. */
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

function add<Value>(entries: Map<string, Value>, key: string, value: Value): void {
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
}
