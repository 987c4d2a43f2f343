import { usageError } from '../../base/errors.js';
import { looksLikeId } from '../../base/id-shape.js';
import { SCOPE_NAMES, type Scope, scopeShape } from '../../contract/scopes.js';
import { setProfile } from '../../profiles/changes.js';
import { existingProfile } from '../../profiles/find.js';
import { scopeSetting } from '../../profiles/scopes.js';
import { notSignedIn } from '../../profiles/settings.js';
import { displayName } from './family/display-name.js';
import type { Context } from './spec.js';

/** The current profile, which stores settings. Errors: `auth` if not signed in, `usage` without a profile. */
export function profileToChange({ settings }: Context): string {
  const name = settings.profileName()?.value;
  if (name !== undefined) return name;
  if (!settings.credentials()) throw notSignedIn();
  throw usageError('There is no profile to save this in.', {
    hint: 'Create one with "archctl auth login", or use .archctl.json or the environment.',
  });
}

/**
 * Id of the scope that a text names, by id or name; it must exist. Errors: `not-found`, `usage`, those of the client.
 */
export async function scopeIdOf(
  context: Context,
  scope: Scope,
  typed: string,
  source: string,
): Promise<string> {
  const { kind, fallback } = scopeShape(scope);
  // A dry run avoids requests that are not necessary.
  const isTaken = context.parsed.globals.dryRun && looksLikeId(typed);
  if (isTaken || typed === fallback?.value) return typed;
  return (await context.names()).idOf(kind, typed, source);
}

/**
 * Scope that the user selects from a list; the current one is marked. Errors: `usage` without a terminal, `not-found`
 * if there is none.
 */
export async function promptForScope(context: Context, scope: Scope): Promise<string> {
  const { terminal, settings } = context;
  const { kind, noun, fallback } = scopeShape(scope);
  if (!terminal.canPrompt) throw missingValue(scopeSetting(scope));
  const { items } = await (await context.names()).of(kind);
  const inUse = settings.profile()?.[scope];
  const choices = items.map(({ id, name = id }) => {
    context.knownNames.set(id, name);
    return { name: id === inUse ? `${name} (current)` : name, value: id, description: id };
  });
  const first = fallback ? [{ name: fallback.value, value: fallback.value }] : [];
  return terminal.prompter.select(`Which ${noun}?`, [...first, ...choices]);
}

/** Error for a setting without a value without a terminal for a prompt. */
export const missingValue = (setting: string) =>
  usageError(`No value for ${setting} was given.`, {
    hint: `Use "archctl profile set ${setting} VALUE", or "archctl profile unset ${setting}" to remove it.`,
  });

/** Saves a scope in a profile, and reports the new and the old value. Errors: `usage`. */
export async function saveDefaultScope(
  context: Context,
  { profile, scope, id }: { profile: string; scope: Scope; id: string },
): Promise<void> {
  const { settings, terminal } = context;
  const { noun, kind, fallback } = scopeShape(scope);
  const before = existingProfile(context.profiles.read(), profile);
  const was = before[scope];
  const lost = was === id ? [] : innerScopes(scope).filter((inner) => before[inner] !== undefined);
  await context.profiles.update((file) => {
    const changed = setProfile(file, profile, scopeSetting(scope), id);
    return lost.reduce((all, inner) => setProfile(all, profile, scopeSetting(inner), ''), changed);
  });
  if (id !== fallback?.value && !context.parsed.globals.dryRun) await loadNames(context, kind, [id, was]);
  const previously =
    was === undefined || was === id ? '' : `, previously ${displayName(context, { id: was })}`;
  const stays = was === id ? 'is still' : 'is';
  terminal.success(`Profile "${profile}": ${noun} ${stays} ${displayName(context, { id })}${previously}.`);
  for (const inner of lost)
    terminal.note(`Removed the default ${scopeShape(inner).noun}, which belongs to another ${noun}.`);
  const stronger = settings.scope(scope);
  if (stronger && stronger.source !== `profile ${profile} (${scope})`)
    terminal.note(`${stronger.source} also sets the ${noun} here and takes precedence.`);
}

/** Scopes inside another one; their values are meaningless in a different outer scope. */
const innerScopes = (scope: Scope): Scope[] => SCOPE_NAMES.slice(SCOPE_NAMES.indexOf(scope) + 1);

/** Loads the names of records, if possible. */
async function loadNames(
  context: Context,
  kind: string,
  ids: readonly (string | undefined)[],
): Promise<void> {
  const unknown = ids.filter((id) => id !== undefined && !context.knownNames.has(id));
  if (unknown.length === 0) return;
  const names = await context
    .names()
    .then((all) => all.of(kind))
    .catch(() => undefined);
  for (const id of unknown) {
    const name = id === undefined ? undefined : names?.nameOf(id);
    if (id !== undefined && name !== undefined) context.knownNames.set(id, name);
  }
}
