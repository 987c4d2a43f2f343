import { ArchctlError } from '../../../base/errors.js';
import type { Context } from '../../../cli/command/spec.js';
import type { Client } from '../../../client/client.js';
import type { Method } from '../../../contract/operation.js';
import { findProfile } from '../../../profiles/find.js';
import { runningSandbox, type SandboxSelector } from './selection.js';
import { profileOf } from './state.js';

export interface ControlRequest {
  method: Method;
  /** Path below `/sandbox/`, with percent-encoded ids. */
  path: string;
  body?: unknown;
}

export interface SandboxControl {
  /** Name of its profile. */
  profile: string;
  ask<T>(request: ControlRequest): Promise<T>;
}

/**
 * Opens the control API of the sandbox selected by the arguments or by the options `SANDBOX_SELECTOR`. Errors if none is
 * running, or if it refuses.
 */
export async function openControl(context: Context, selector = selectorOf(context)): Promise<SandboxControl> {
  const { name, baseUrl, profile } = await ownProfile(context, selector);
  const client = await context.client({
    // Uses the address that has just been verified, instead of the one in the profile.
    account: { baseUrl, credentials: { id: profile.keyId, secret: profile.secret } },
  });
  return {
    profile: name,
    async ask<T>({ method, path, body }: ControlRequest) {
      const answer = await client.raw({
        method,
        url: new URL(`/sandbox/${path}`, baseUrl).href,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (answer.error) throw answer.error;
      return JSON.parse(await answer.body.text()) as T;
    },
  };
}

/** Address and profile of the selected sandbox. Errors: `auth` if the profile is missing. */
async function ownProfile(context: Context, selector: SandboxSelector) {
  const found = await runningSandbox(context, selector);
  const name = profileOf(found.name);
  const profile = findProfile(context.profiles.read(), name);
  if (profile) return { name, profile, baseUrl: found.record.baseUrl };
  throw new ArchctlError('auth', `The profile "${name}" of the sandbox no longer exists.`, {
    hint: 'Stop the sandbox and start it again.',
  });
}

/** Service of a sandbox, accessed with its admin key. */
export interface SandboxService {
  client: Client;
  profile: string;
  /** Id of its organization; undefined if the profile does not contain it. */
  organizationId: string | undefined;
}

/** Opens the service of the selected sandbox. Errors as `openControl`. */
export async function openSandboxService(
  context: Context,
  selector = selectorOf(context),
): Promise<SandboxService> {
  const { name, baseUrl, profile } = await ownProfile(context, selector);
  const credentials = { id: profile.keyId, secret: profile.secret };
  const client = await context.client({
    account: { name, baseUrl: `${baseUrl}/v1/`, credentials },
    longLived: true,
    unpaced: true,
  });
  return { client, profile: name, organizationId: profile.org };
}

/** Sends one request to the control API of the selected sandbox. */
export const askSandbox = async <T>(
  context: Context,
  request: ControlRequest,
  selector?: SandboxSelector,
): Promise<T> => (await openControl(context, selector)).ask<T>(request);

function selectorOf({ parsed: { options } }: Context): SandboxSelector {
  const { sandbox, port } = options;
  return {
    ...(typeof sandbox === 'string' && { name: sandbox }),
    ...(typeof port === 'number' && { port }),
  };
}
