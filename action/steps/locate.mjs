// Decides which archctl the action runs: that of the package that contains it, or a version that it installs.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ownProgram, ownVersion } from '../lib/program.mjs';
import { Failure } from '../lib/settings.mjs';

export async function locate({ host, env }) {
  const given = env.ARCHCTL_CI_VERSION?.trim() || undefined;
  const own = ownProgram();
  const version = given ?? ownVersion();
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    throw new Failure(`The setting "version" is "${version}".`, 'Use an exact version, such as 0.1.0.', 2);
  if (own !== undefined && version === ownVersion()) {
    host.output({ install: false, program: own });
    return;
  }
  const folder = join(homedir(), '.cache', 'archctl-action', version);
  const program = join(folder, 'node_modules', 'archctl', 'bin', 'archctl.js');
  host.output({ install: true, version, folder, program });
}
