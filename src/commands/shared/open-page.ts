import { isLoopback } from '../../base/loopback.js';
import { displayName } from '../../cli/command/family/display-name.js';
import { flag } from '../../cli/command/options.js';
import { pageAddress, webPattern } from '../../cli/command/page-address.js';
import type { Context, Outcome } from '../../cli/command/spec.js';
import type { WebPage } from '../../contract/web-app.js';

/** Shared parts of the commands that open a page of the web app. */

export const OPEN_OPTIONS = { print: flag('Print the URL instead of opening it') };

/** Details in the help of each. */
export const OPEN_DETAILS =
  'The API does not return the address of the web app. archctl looks for it beside the service, for example at app.example.com for api.example.com, with the page paths of public links. "archctl profile set web-url" sets another address, or a pattern such as https://example.com/{kind}/{handle}; {id}, {landscape}, {version} and {diagram} are also replaced. In a pipe, in CI, without a display, or if the address is unknown, archctl prints the URL. A sandbox serves the page itself; its URL contains a token for a single use.';

const COLUMNS = [
  { key: 'kind', priority: 2 },
  { key: 'name', priority: 1 },
  { key: 'url', header: 'Address', priority: 1 },
  { key: 'id', header: 'ID', kind: 'id', priority: 4 },
] as const;

/** A page and the name of its record. */
export type NamedPage = WebPage & { name: string };

/**
 * Opens a page in the browser for a person, and prints its address otherwise; machine formats get data. Errors: `usage`
 * for an id that is not valid in an address.
 */
export async function openPage(
  context: Context,
  page: NamedPage,
  print: boolean | undefined,
): Promise<Outcome> {
  const { terminal, world, parsed } = context;
  const { pattern, isKnown } = webPattern(context);
  const ofSandbox = isKnown ? undefined : await sandboxPage(context, page);
  const url = ofSandbox ?? pageAddress(pattern, page);
  const { output, fields, query } = parsed.globals;
  if (output !== undefined || fields !== undefined || query !== undefined) {
    const { kind, name, id } = page;
    return { kind: 'record', record: { kind, name, id, url }, columns: COLUMNS };
  }
  const isFound = isKnown || ofSandbox !== undefined;
  if (!isFound && !print)
    terminal.note(
      'The address of the web app is unknown. Set it with "archctl profile set web-url ADDRESS".',
    );
  const opens = isFound && !print && terminal.isInteractive;
  if (!opens || !(await world.browse?.(url))) return { kind: 'text', text: `${url}\n` };
  terminal.success(`Opened ${displayName(context, page)}.`);
  return { kind: 'nothing' };
}

/** URL of the page that a sandbox serves, with a token for it; undefined for any other service. */
async function sandboxPage(context: Context, page: NamedPage): Promise<string | undefined> {
  const { baseUrl } = context.settings.account();
  const { origin, hostname } = new URL(baseUrl);
  if (!isLoopback(hostname) || context.parsed.globals.dryRun) return undefined;
  const client = await context.client();
  const answer = await client.raw({ method: 'POST', url: `${origin}/page/token` });
  if (answer.error) return undefined;
  const { token } = JSON.parse(await answer.body.text()) as { token: string };
  const [landscape, version] = [page.landscape, page.version].map(encodeURIComponent);
  const record = new URLSearchParams({ record: page.handle ?? page.id });
  return `${origin}/page/${landscape}/${version}/?${record}#token=${token}`;
}
