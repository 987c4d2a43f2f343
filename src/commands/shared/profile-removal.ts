import type { Context, Outcome } from '../../cli/command/spec.js';
import { removeProfile } from '../../profiles/changes.js';

/** Removes a profile after a confirmation. Errors: `usage` for an unknown profile, before the question. */
export async function confirmRemoval(
  { confirm, parsed, profiles, terminal }: Context,
  name: string,
): Promise<Outcome> {
  removeProfile(profiles.read(), name);
  await confirm(`Remove profile "${name}" and its key from this machine?`);
  if (parsed.globals.dryRun) terminal.note(`Would remove profile "${name}".`);
  else {
    await profiles.update((file) => removeProfile(file, name));
    terminal.success(`Removed profile "${name}".`);
  }
  return { kind: 'nothing' };
}
