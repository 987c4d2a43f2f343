import { type ArchctlError, usageError } from '../../base/errors.js';
import { type Scope, scopeShape } from '../../contract/scopes.js';
import { scopeOption, scopeSetting, scopeVariable } from '../../profiles/scopes.js';
import type { CompletedKind } from '../command/noun.js';
import { pathOf } from '../command/operation-command.js';
import type { Context, Registry } from '../command/spec.js';

/**
 * Asks where a call works, among what the key can see: the noun of that kind knows how to list them. Without a
 * terminal it tells all ways to name one. Errors: `usage`.
 */
export async function pickScope(context: Context, scope: Scope): Promise<string> {
  const { terminal, parsed, registry } = context;
  if (!terminal.canPrompt || parsed.globals.dryRun) throw missing(scope);
  const { kind, noun } = scopeShape(scope);
  const list = await (await completedKind(registry, kind)).list();
  const path = await pathOf(context, list);
  const client = await context.client();
  const items: { id: string; name: string }[] = [];
  for await (const item of client.performPages(list, { path })) items.push(item as (typeof items)[number]);
  const [only] = items;
  if (only === undefined) throw missing(scope);
  if (items.length === 1) return only.id;
  return terminal.prompter.select(
    `Which ${noun}?`,
    items.map((item) => ({ name: item.name, value: item.id, description: item.id })),
  );
}

async function completedKind({ nouns }: Registry, kind: string): Promise<CompletedKind> {
  const entry = nouns.find(({ kinds }) => kinds?.includes(kind));
  const found = (await entry?.load())?.default.completes?.find((it) => it.kind === kind);
  if (!found) throw new TypeError(`No noun lists ${kind}.`);
  return found;
}

const missing = (scope: Scope): ArchctlError =>
  usageError(`No ${scopeShape(scope).noun} was given.`, {
    hint: [
      'There are four ways to give one:',
      `  ${scopeOption(scope)} ID`,
      `  ${scopeVariable(scope)}=ID in the environment`,
      `  "${scope}": "ID" in an .archctl.json in this directory or above`,
      `  archctl profile set ${scopeSetting(scope)} ID`,
    ].join('\n'),
  });
