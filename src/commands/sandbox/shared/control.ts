import { ArchctlError } from '../../../base/errors.js';
import type { Context } from '../../../cli/command/spec.js';
import type { Method } from '../../../contract/operation.js';
import { findProfile } from '../../../profiles/find.js';
import { runningSandbox } from './identity.js';
import { SANDBOX_PROFILE } from './state.js';

export interface ControlRequest {
  method: Method;
  /** Below `/sandbox/`; ids in it percent-encoded. */
  path: string;
  body?: unknown;
}

/** Asks the control API of the sandbox that is running; errors where none is, and where it refuses. */
export async function askSandbox<T>(context: Context, { method, path, body }: ControlRequest): Promise<T> {
  const { baseUrl } = await runningSandbox(context);
  const profile = findProfile(context.profiles.read(), SANDBOX_PROFILE);
  if (!profile) {
    throw new ArchctlError('auth', 'The profile of the sandbox is gone.', {
      hint: 'Stop it and start it again.',
    });
  }
  const client = await context.client({
    // Where it has just proved itself, whatever the profile says.
    account: { baseUrl, credentials: { id: profile.keyId, secret: profile.secret } },
  });
  const answer = await client.raw({
    method,
    url: new URL(`/sandbox/${path}`, baseUrl).href,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (answer.error) throw answer.error;
  return JSON.parse(await answer.body.text()) as T;
}
