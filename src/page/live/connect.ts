/** Connection of a page to the server that archctl started for it. */

/**
 * Exchanges the token in the fragment for a cookie, and removes it from the address. Without a token, the cookie of an
 * earlier visit is used. Rejects if the server does not accept the token.
 */
export async function connect(): Promise<void> {
  const token = tokenIn(location.hash);
  // The link can also be opened in a tab that shows the page already.
  addEventListener('hashchange', () => tokenIn(location.hash) !== undefined && location.reload());
  if (token === undefined) return;
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  await postJson('session', { token });
}

const tokenIn = (hash: string): string | undefined => /^#token=([0-9a-f]+)$/.exec(hash)?.[1];

/** Sends JSON to the server and returns its JSON. Rejects with the message of the server. */
export async function postJson(path: string, body: unknown): Promise<unknown> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return resultOf(response);
}

/** Reads JSON from the server. Rejects with the message of the server. */
export const getJson = async (path: string): Promise<unknown> => resultOf(await fetch(path));

async function resultOf(response: Response): Promise<unknown> {
  const result = (await response.json()) as { message?: unknown };
  if (response.ok) return result;
  throw new Error(typeof result.message === 'string' ? result.message : `Status ${response.status}`);
}
