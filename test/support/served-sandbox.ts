/**
 * A sandbox in this process as a counterpart of the built program, for tests that are not about the sandbox.
 */

import { putProfile } from '../../src/profiles/changes.js';
import { profileStore } from '../../src/profiles/store.js';
import { type RunningSandbox, type ServeOptions, serveSandbox } from '../../src/sandbox/serve.js';
import { type Control, control, type Home } from './binary.js';
import { FONTS } from './sandbox.js';
import { openSeeded } from './seeded-databases.js';

const ADMIN = { id: 'ServedAdminKey000000', secret: 'served'.repeat(10) };

export interface ServedSandbox extends RunningSandbox, Control {}

/**
 * Equals `sandbox start --ephemeral --strict`: a free port of this machine, and `sandbox` as the active
 * profile.
 */
export async function serveForProgram({ config }: Home, options: ServeOptions = {}): Promise<ServedSandbox> {
  const sandbox = await openSeeded(
    { adminKey: ADMIN, strict: true, fontDir: FONTS, exportDelayMs: 0, ...options },
    serveSandbox,
  );
  const { url, adminKey, organizationId: org, landscapeId: landscape, plan } = sandbox;
  const profile = {
    baseUrl: `${url}/v1/`,
    keyId: adminKey.id,
    secret: adminKey.secret,
    org,
    landscape,
    plan,
  };
  await profileStore(config).update((file) =>
    putProfile(file, 'sandbox', profile, file.current === undefined),
  );
  return { ...sandbox, ...control(url, `ApiKey ${adminKey.id}:${adminKey.secret}`) };
}
