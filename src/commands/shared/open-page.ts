import { usageError } from '../../base/errors.js';
import { called } from '../../cli/command/called.js';
import { flag } from '../../cli/command/options.js';
import type { Context, Outcome } from '../../cli/command/spec.js';
import { type WebPage, webAddress, webAppBeside } from '../../contract/web-app.js';
import { originOf } from '../../profiles/settings.js';

/** What the commands that open a page of the web app share. */

export const OPEN_OPTIONS = { print: flag('Print the URL instead of opening it') };

/** Said in the help of each. */
export const OPEN_DETAILS =
  'The API does not return the address of the web app. archctl looks for it beside the service, for example at app.example.com for api.example.com, with the page paths of public links. "archctl profile set web-url" sets another address, or a pattern such as https://example.com/{kind}/{handle}; {id}, {landscape}, {version} and {diagram} are also replaced. In a pipe, in CI, without a display, or if the address is unknown, archctl prints the URL.';

const COLUMNS = [
  { key: 'kind', priority: 2 },
  { key: 'name', priority: 1 },
  { key: 'url', header: 'Address', priority: 1 },
  { key: 'id', header: 'ID', kind: 'id', priority: 4 },
] as const;

/** A page, and what stands on it is called. */
export type NamedPage = WebPage & { name: string };

/**
 * Opens a page in the browser of a person, and prints its address otherwise; data where data was asked for.
 * Errors: `usage` for an id that can be part of no address.
 */
export async function openPage(
  context: Context,
  page: NamedPage,
  print: boolean | undefined,
): Promise<Outcome> {
  const { terminal, world, parsed } = context;
  const { pattern, isKnown } = whereabouts(context);
  const url = addressOf(pattern, page);
  const { output, fields, query } = parsed.globals;
  if (output !== undefined || fields !== undefined || query !== undefined) {
    const { kind, name, id } = page;
    return { kind: 'record', record: { kind, name, id, url }, columns: COLUMNS };
  }
  if (!isKnown && !print)
    terminal.note(
      'The address of the web app is unknown. Set it with "archctl profile set web-url ADDRESS".',
    );
  const opens = isKnown && !print && terminal.isInteractive;
  if (!opens || !(await world.browse?.(url))) return { kind: 'text', text: `${url}\n` };
  terminal.success(`Opened ${called(context, page)}.`);
  return { kind: 'nothing' };
}

/** Where the web app is: as the profile says, beside the service, or, for want of better, at the service itself. */
function whereabouts({ settings }: Context): { pattern: string; isKnown: boolean } {
  const baseUrl = settings.account().baseUrl;
  const profile = settings.profile();
  // What a profile says holds for its own service.
  const told = profile && originOf(profile.baseUrl) === originOf(baseUrl) ? profile.webUrl : undefined;
  const pattern = told ?? webAppBeside(baseUrl);
  return { pattern: pattern ?? originOf(baseUrl), isKnown: pattern !== undefined };
}

function addressOf(pattern: string, page: WebPage): string {
  try {
    return webAddress(pattern, page);
  } catch (error) {
    throw usageError(`Cannot build the URL of ${page.kind} "${page.id}": ${(error as Error).message}`);
  }
}
