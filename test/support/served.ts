/** A sandbox in this process for the built program to talk to: where it is the other side, and not what is tested. */

import { putProfile } from '../../src/profiles/changes.js';
import { profileStore } from '../../src/profiles/store.js';
import { type RunningSandbox, type ServeOptions, serveSandbox } from '../../src/sandbox/serve.js';
import { type Control, control, type Home } from './binary.js';
import { FONTS } from './sandbox.js';
import { seeded } from './seeded.js';

const ADMIN = { id: 'ServedAdminKey000000', secret: 'served'.repeat(10) };

export interface Served extends RunningSandbox, Control {}

/** As `sandbox start --ephemeral --strict` leaves it: on a free port of this machine, with a profile `sandbox` in use. */
export async function served({ config }: Home, options: ServeOptions = {}): Promise<Served> {
  const sandbox = await seeded(
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
