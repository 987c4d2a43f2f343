import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Access of a browser to a page server. The address of the page has a token in its fragment, which browsers do not send.
 * The page exchanges the token for a cookie once; every other request needs the cookie.
 */
export interface Session {
  /** Token for any number of exchanges. */
  token: string;
  /** Creates a token for one exchange: the command line of a started browser is visible to other users. */
  newSingleUseToken(): string;
  /** Returns the `Set-Cookie` value for a valid token. */
  exchange(token: string): string | undefined;
  /** Whether a `Cookie` header has the cookie of this session. */
  isOpen(cookieHeader: string | undefined): boolean;
}

/** @param port Part of the cookie name, because browsers send cookies to all ports of a host. */
export function newSession(port: number): Session {
  const [token, secret] = [newToken(), newToken()];
  const singleUse = new Set<string>();
  const name = `archctl-page-${port}`;
  return {
    token,
    newSingleUseToken: () => {
      const created = newToken();
      singleUse.add(created);
      return created;
    },
    exchange: (given) =>
      isSame(given, token) || singleUse.delete(given)
        ? `${name}=${secret}; Path=/; HttpOnly; SameSite=Strict`
        : undefined,
    isOpen: (cookieHeader = '') =>
      cookieHeader.split(';').some((it) => {
        const [key, value = ''] = it.trim().split('=', 2);
        return key === name && isSame(value, secret);
      }),
  };
}

const newToken = (): string => randomBytes(32).toString('hex');

/** Compares in constant time. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
