import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { checkedBody, operationCommand, pathOf } from '../../cli/command/operation-command.js';
import { flag, identifier, no } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { versionPath } from '../../cli/command/version-path.js';
import type { BodyOf } from '../../contract/operation.js';
import {
  createShareLink,
  deleteShareLink,
  getShareLink,
  updateShareLink,
} from '../../contract/resources/share-link.js';
import { questionAbout } from '../shared/ask-about.js';
import { PASSWORD_OPTIONS, passwordFromOptions, requirePassword } from '../shared/password.js';
import noun from './noun.js';

const CREATE_OPTIONS = {
  protected: flag('Require a password', { body: 'protected' }),
  ...PASSWORD_OPTIONS,
  draft: identifier('Draft to show', { body: 'draftId', completes: 'draft' }),
};

const hasPassword = (given: { passwordStdin?: unknown; passwordFile?: unknown }): boolean =>
  given.passwordStdin === true || given.passwordFile !== undefined;

const question = (context: Context): Promise<string> =>
  questionAbout(
    context,
    async () => {
      const client = await context.client();
      return client.perform(getShareLink, { path: await pathOf(context, getShareLink) });
    },
    ({ url, stats }) => {
      const { totalVisitorCount = 0 } = stats as { totalVisitorCount?: number };
      return `Delete the share link ${url} with ${totalVisitorCount} visitors?`;
    },
    'Delete the share link of this version?',
  );

const UPDATE_OPTIONS = {
  protected: flag('Require a password', { body: 'protected' }),
  noProtected: no('Remove the password', { body: 'protected' }),
  newPassword: flag('Set a new password'),
  ...PASSWORD_OPTIONS,
  resetShortId: flag('Create a new URL; the old one stops working', { query: 'resetShortId' }),
};

export default {
  create: command({
    summary: 'Create a share link for a version',
    details:
      'Anyone with the URL can see the version without an account. With --protected they need a password, which is typed without echo, or read from stdin or a file. The service never returns the password.',
    options: CREATE_OPTIONS,
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
        CREATE_OPTIONS,
        async (given) => {
          const isProtected = given.protected === true;
          if (!isProtected && hasPassword(input.options)) {
            throw usageError('A password requires --protected.');
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
  }),
  delete: operationCommand(deleteShareLink, {
    details: 'Asks for confirmation; use --yes in scripts. The URL stops working.',
    columns: [],
    examples: {
      'Asks for confirmation': 'archctl share-link delete',
      'In a script': 'archctl share-link delete --yes',
    },
    related: ['share-link create', 'share-link update'],
    confirm: question,
    done: () => 'Deleted the share link.',
  }),
  get: command({
    summary: 'Show the share link of a version and its visitors',
    scope: ['landscape', 'landscapeVersion'],
    operation: getShareLink,
    examples: {
      'The link of the live version': 'archctl share-link get',
      'Only the URL': 'archctl share-link get -o json --query url',
    },
    related: ['share-link create', 'share-link update'],
    async run(context) {
      const client = await context.client();
      const path = await versionPath(context);
      const { shareLink, stats, url } = await client.call(getShareLink, { path });
      return { kind: 'record', record: { ...shareLink, stats, url }, columns: noun.columns ?? [] };
    },
  }),
  update: command({
    summary: 'Change the password or the URL of a share link',
    options: UPDATE_OPTIONS,
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
  }),
};

/** Changed fields; resetting the address alone is also a change. Errors: `usage` if nothing changes. */
async function bodyFor(context: Context, resets: boolean): Promise<BodyOf<typeof updateShareLink>> {
  const given = await passwordFromOptions(context);
  const { newPassword, protected: isProtected, noProtected } = context.parsed.options;
  if (isProtected && noProtected) throw usageError('--protected and --no-protected cannot be combined.');
  const asked = newPassword && given === undefined;
  const password = asked ? await requirePassword(context, 'New password of the share link:') : given;
  if (resets && password === undefined && isProtected === undefined && noProtected === undefined) return {};
  return checkedBody(context, updateShareLink, UPDATE_OPTIONS, (body) => ({
    ...body,
    ...(password !== undefined && { password }),
  }));
}
