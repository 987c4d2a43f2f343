import { type ArchctlError, usageError } from '../../base/errors.js';
import { truncatedList } from '../../base/text/words.js';
import { type Scope, scopeShape } from '../../contract/scopes.js';
import { scopeOption, scopeSetting, scopeVariable } from '../../profiles/scopes.js';
import { saveDefaultScope } from '../command/default-scope.js';
import { displayName } from '../command/family/display-name.js';
import type { Item } from '../command/noun.js';
import type { Context } from '../command/spec.js';

/**
 * Prompts for a scope among those that the key can access; a single one is used without a prompt. Without a terminal,
 * the error lists all ways to set it. Errors: `usage`.
 */
export async function pickScope(context: Context, scope: Scope): Promise<string> {
  const { terminal } = context;
  const { kind, noun } = scopeShape(scope);
  const { items } = await (await context.names()).of(kind);
  const [only] = items;
  if (only === undefined) throw missing(scope);
  if (items.length === 1) return only.id;
  if (!terminal.canPrompt || context.parsed.globals.dryRun) throw missing(scope, items);
  const picked = await terminal.prompter.select(
    `Which ${noun}?`,
    items.map(({ id, name = id }) => ({ name, value: id, description: id })),
  );
  const name = items.find(({ id }) => id === picked)?.name;
  if (name !== undefined) context.knownNames.set(picked, name);
  await offerToSave(context, scope, picked);
  return picked;
}

/** Offers to save the first selected scope as the default. */
async function offerToSave(context: Context, scope: Scope, id: string): Promise<void> {
  const { terminal, settings, parsed } = context;
  const profile = settings.profileName()?.value;
  // A key from the environment may have access to other scopes than the profile's.
  const isProfiles = settings.credentials()?.source !== 'ARCHCTL_API_KEY';
  if (profile === undefined || !isProfiles || !terminal.isInteractive || parsed.globals.yes) return;
  const question = `Save ${displayName(context, { id })} as the default of profile "${profile}"?`;
  if (await terminal.prompter.confirm(question, false))
    await saveDefaultScope(context, { profile, scope, id });
}

const MAX_LISTED = 5;

function missing(scope: Scope, items: readonly Item[] = []): ArchctlError {
  const { noun } = scopeShape(scope);
  const available = items.map(({ id, name = id }) => `"${name}"`);
  return usageError(`No ${noun} was given.`, {
    hint: [
      ...(available.length > 0 ? [`Available: ${truncatedList(available, MAX_LISTED)}.`] : []),
      'Configure one of:',
      `  ${scopeOption(scope)} NAME`,
      `  ${scopeVariable(scope)}=NAME in the environment`,
      `  "${scope}": "NAME" in an .archctl.json in this directory or above`,
      `  archctl profile set ${scopeSetting(scope)} NAME`,
    ].join('\n'),
  });
}
