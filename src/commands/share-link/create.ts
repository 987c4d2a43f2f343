import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { checkedBody } from '../../cli/command/operation-command.js';
import { flag, identifier } from '../../cli/command/options.js';
import type { BodyOf } from '../../contract/operation.js';
import { createShareLink } from '../../contract/resources/share-link.js';
import { PASSWORD_OPTIONS, requirePassword } from '../shared/password.js';
import { versionPath } from '../shared/version-path.js';
import noun from './noun.js';

const options = {
  protected: flag('Require a password', { body: 'protected' }),
  ...PASSWORD_OPTIONS,
  draft: identifier('Draft to show', { body: 'draftId', completes: 'draft' }),
};

export default command({
  summary: 'Create a share link for a version',
  details:
    'Anyone with the URL can see the version without an account. With --protected they need a password, which is typed without echo, or read from stdin or a file. The service never returns the password.',
  options,
  scope: ['landscape', 'landscapeVersion'],
  takesData: true,
  operation: createShareLink,
  examples: {
    'For everyone with the URL': 'archctl share-link create',
    'With a password from a file': 'archctl share-link create --protected --password-file password.txt',
  },
  related: ['share-link get', 'share-link update', 'share-link delete'],
  async run(context, input) {
    const body = await checkedBody<BodyOf<typeof createShareLink>>(
      context,
      createShareLink,
      options,
      async (given) => {
        const isProtected = given.protected === true;
        if (!isProtected && hasPassword(input.options)) {
          throw usageError('A password needs --protected.');
        }
        if (given.password !== undefined) {
          throw usageError('The password of a share link cannot be given in --data.', {
            hint: 'Use --password-stdin or --password-file FILE.',
          });
        }
        const password = isProtected
          ? await requirePassword(context, 'Password of the share link:')
          : undefined;
        return { protected: false, ...given, ...(password !== undefined && { password }) };
      },
    );
    const client = await context.client();
    const path = await versionPath(context);
    const { shareLink, url } = await client.call(createShareLink, { path, body });
    context.terminal.success(`Shared at ${url}${shareLink.protected ? ', with a password' : ''}.`);
    return { kind: 'record', record: { ...shareLink, url }, columns: noun.columns ?? [] };
  },
});

const hasPassword = (given: { passwordStdin?: unknown; passwordFile?: unknown }): boolean =>
  given.passwordStdin === true || given.passwordFile !== undefined;
