import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import {
  missingValue,
  profileToChange,
  promptForScope,
  saveDefaultScope,
  scopeIdOf,
} from '../../cli/command/default-scope.js';
import type { Context } from '../../cli/command/spec.js';
import { parseBaseUrl } from '../../client/send/base-url.js';
import { PLANS } from '../../contract/limits.js';
import { SCOPE_NAMES, type Scope } from '../../contract/scopes.js';
import { setProfile } from '../../profiles/changes.js';
import { PROFILE_SETTINGS } from '../../profiles/profile.js';
import { scopeSetting } from '../../profiles/scopes.js';

export default command({
  summary: 'Change a setting of the current profile',
  details:
    'Landscapes and organizations are given by name or id, and must exist. Without a value, archctl prompts for it. archctl uses the plan to compute quotas.',
  args: {
    setting: { name: 'SETTING', help: 'Setting to change', choices: PROFILE_SETTINGS },
    value: { name: 'VALUE', help: 'New value', optional: true, completes: 'setting', suggests: PLANS },
  },
  examples: {
    'Set the default landscape': 'archctl profile set landscape "Ferry Platform"',
    'Set the plan': 'archctl profile set plan growth',
    'Set the address of the web app': 'archctl profile set web-url https://app.example.com',
  },
  related: ['profile unset', 'profile show', 'landscape use', 'quota'],
  async run(context, { args: { setting, value } }) {
    const name = profileToChange(context);
    if (value?.trim() === '')
      throw usageError(`The value of ${setting} is empty.`, {
        hint: `Use "archctl profile unset ${setting}" to remove it.`,
      });
    const scope = SCOPE_NAMES.find((it) => scopeSetting(it) === setting);
    if (scope) await setScope(context, name, scope, value);
    else await setText(context, name, setting, value ?? (await promptForValue(context, setting)));
    return { kind: 'nothing' };
  },
});

async function setScope(
  context: Context,
  profile: string,
  scope: Scope,
  value: string | undefined,
): Promise<void> {
  const id =
    value === undefined
      ? await promptForScope(context, scope)
      : await scopeIdOf(context, scope, value, 'VALUE');
  await saveDefaultScope(context, { profile, scope, id });
}

async function setText(
  { profiles, terminal }: Context,
  name: string,
  setting: string,
  value: string,
): Promise<void> {
  if (setting === 'base-url') parseBaseUrl(value);
  await profiles.update((file) => setProfile(file, name, setting, value));
  terminal.success(`Profile "${name}": ${setting} is ${value}.`);
}

/** Prompts for a value. Errors: `usage` if there is no terminal. */
async function promptForValue({ terminal, settings }: Context, setting: string): Promise<string> {
  if (!terminal.canPrompt) throw missingValue(setting);
  const { prompter } = terminal;
  if (setting === 'plan')
    return prompter.select(
      'Which plan?',
      PLANS.map((plan) => ({ name: plan, value: plan })),
    );
  const { baseUrl, webUrl } = settings.profile() ?? {};
  const [what, fallback] =
    setting === 'web-url' ? ['Address of the web app', webUrl] : ['Service address', baseUrl];
  return prompter.input(what, fallback === undefined ? {} : { fallback });
}
