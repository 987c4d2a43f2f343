import { isLoopback } from '../../base/network/loopback.js';
import { command } from '../../cli/command/command.js';
import { displayName } from '../../cli/command/family/display-name.js';
import { pathOf } from '../../cli/command/input/request-parts.js';
import type { Examples } from '../../cli/command/noun.js';
import { flag } from '../../cli/command/options.js';
import { pageAddress, webPattern } from '../../cli/command/page-address.js';
import type { AnyCommand, Context, Outcome } from '../../cli/command/spec.js';
import type { ArgumentSpec } from '../../cli/command/value-spec.js';
import type { Operation } from '../../contract/operation.js';
import type { WebPage } from '../../contract/web-app.js';

/** Shared parts of the commands that open a page of the web app. */

export const OPEN_OPTIONS = { print: flag('Print the URL instead of opening it') };

/** Details in the help of each. */
export const OPEN_DETAILS =
  'archctl derives the address of the web app from that of the service, for example app.example.com from api.example.com. "archctl profile set web-url" sets another address, or a pattern such as https://example.com/{kind}/{handle}, also with {id}, {landscape}, {version} and {diagram}. In a pipe, in CI, without a display, or if the address is unknown, archctl prints the URL. A sandbox serves the page itself; its URL contains a token for a single use.';

const COLUMNS = [
  { key: 'kind', priority: 2 },
  { key: 'name', priority: 1 },
  { key: 'url', header: 'Address', priority: 1 },
  { key: 'id', header: 'ID', kind: 'id', priority: 4 },
] as const;

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

interface OpenSpec {
  kind: WebPage['kind'];
  summary: string;
  details?: string;
  args: Record<string, ArgumentSpec>;
  examples: Examples;
  related: readonly string[];
}

/** A command that opens the page of the record that `operation` reads. */
export const openCommand = (operation: Operation, { kind, ...spec }: OpenSpec): AnyCommand =>
  command({
    details: OPEN_DETAILS,
    ...spec,
    aliases: ['browse'],
    options: OPEN_OPTIONS,
    scope: ['landscape', 'landscapeVersion'],
    operation,
    async run(context, { options: { print } }) {
      const path = await pathOf(context, operation);
      const client = await context.client();
      const answer = await client.perform(operation, { path });
      const record = answer[operation.envelope ?? ''] as Record<'id' | 'handleId' | 'name', string>;
      const place = { landscape: String(path.landscapeId), version: String(path.versionId) };
      const page = { kind, id: record.id, handle: record.handleId, name: record.name, ...place };
      return openPage(context, page, print);
    },
  });

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
