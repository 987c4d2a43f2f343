import type { Context } from '../../../cli/command/spec.js';
import type { ArgumentSpec } from '../../../cli/command/value-spec.js';
import { PASSWORD_OPTIONS, passwordFromOptions } from '../../shared/password.js';

/** Argument of every visitor command. */
export const SHORT_ID: Readonly<Record<'shortId', ArgumentSpec>> = {
  shortId: { name: 'SHORT_ID', help: 'Short id at the end of the share link' },
};

export { PASSWORD_OPTIONS };

/**
 * Headers of a visitor: the password as HTTP Basic credentials (docs/service.md#choices-of-the-sandbox) instead of the
 * key. Empty without a password.
 */
export async function visitorHeaders(context: Context): Promise<Record<string, string>> {
  const password = await passwordFromOptions(context);
  if (password === undefined) return {};
  const credentials = Buffer.from(`${context.parsed.args.shortId}:${password}`).toString('base64');
  return { authorization: `Basic ${credentials}` };
}
