import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { checkedBody } from '../../cli/command/operation-command.js';
import { flag, no } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import type { BodyOf } from '../../contract/operation.js';
import { updateShareLink } from '../../contract/resources/share-link.js';
import { PASSWORD_OPTIONS, passwordFromOptions, requirePassword } from '../shared/password.js';
import { versionPath } from '../shared/version-path.js';
import noun from './noun.js';

const options = {
  protected: flag('Require a password', { body: 'protected' }),
  noProtected: no('Remove the password', { body: 'protected' }),
  newPassword: flag('Set a new password'),
  ...PASSWORD_OPTIONS,
  resetShortId: flag('Create a new URL; the old one stops working', { query: 'resetShortId' }),
};

export default command({
  summary: 'Change the password or the URL of a share link',
  options,
  scope: ['landscape', 'landscapeVersion'],
  operation: updateShareLink,
  examples: {
    'Replace a URL that too many people have': 'archctl share-link update --reset-short-id',
    'A new password, from a file': 'archctl share-link update --protected --password-file password.txt',
  },
  related: ['share-link get', 'share-link delete'],
  async run(context, input) {
    const { resetShortId } = input.options;
    const body = await bodyFor(context, resetShortId === true);
    const client = await context.client();
    const path = await versionPath(context);
    const query = resetShortId ? { resetShortId } : {};
    const { shareLink } = await client.call(updateShareLink, { path, query, body });
    context.terminal.success(
      resetShortId ? `The share link now ends with ${shareLink.shortId}.` : 'Updated the share link.',
    );
    return { kind: 'record', record: shareLink, columns: noun.columns ?? [] };
  },
});

/** Changed fields; resetting the address alone is also a change. Errors: `usage` if nothing changes. */
async function bodyFor(context: Context, resets: boolean): Promise<BodyOf<typeof updateShareLink>> {
  const given = await passwordFromOptions(context);
  const { newPassword, protected: isProtected, noProtected } = context.parsed.options;
  if (isProtected && noProtected) throw usageError('--protected and --no-protected cannot be combined.');
  const asked = newPassword && given === undefined;
  const password = asked ? await requirePassword(context, 'New password of the share link:') : given;
  if (resets && password === undefined && isProtected === undefined && noProtected === undefined) return {};
  return checkedBody(context, updateShareLink, options, (body) => ({
    ...body,
    ...(password !== undefined && { password }),
  }));
}
