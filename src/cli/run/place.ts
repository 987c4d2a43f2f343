import { type ArchctlError, usageError } from '../../base/errors.js';
import type { Context } from './context.js';

/** Asks for an organization among those the key can see; without a terminal it tells all ways to name one. */
export async function pickOrganization(context: Context): Promise<string> {
  if (!canAsk(context)) throw missing('organization', 'org');
  const { listOrganizations } = await import('../../contract/resources/organization.js');
  const client = await context.client();
  const { organizations } = await client.call(listOrganizations, { path: {} });
  return pick(context, 'Which organization?', organizations, missing('organization', 'org'));
}

/** Asks for a landscape of the organization. */
export async function pickLandscape(context: Context): Promise<string> {
  if (!canAsk(context)) throw missing('landscape', 'landscape');
  const { listLandscapes } = await import('../../contract/resources/landscape.js');
  const organizationId = await context.org();
  const client = await context.client();
  const { landscapes } = await client.call(listLandscapes, { path: { organizationId } });
  return pick(context, 'Which landscape?', landscapes, missing('landscape', 'landscape'));
}

const canAsk = (context: Context): boolean => context.terminal.canPrompt && !context.parsed.globals.dryRun;

async function pick(
  context: Context,
  question: string,
  items: readonly { id: string; name: string }[],
  none: ArchctlError,
): Promise<string> {
  const [only] = items;
  if (only === undefined) throw none;
  if (items.length === 1) return only.id;
  return context.terminal.prompter.select(
    question,
    items.map((item) => ({ name: item.name, value: item.id, description: item.id })),
  );
}

const missing = (noun: string, key: 'org' | 'landscape'): ArchctlError =>
  usageError(`No ${noun} was given.`, {
    hint: [
      'There are four ways to give one:',
      `  --${key} ID`,
      `  ARCHCTL_${key.toUpperCase()}=ID in the environment`,
      `  "${key}": "ID" in an .archctl.json in this directory or above`,
      `  archctl profile set ${key} ID`,
    ].join('\n'),
  });
