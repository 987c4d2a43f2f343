import { readFileSync } from 'node:fs';
import type { World } from '../../../cli/command/world.js';
import type { Verdict } from './finding.js';

/**
 * Certificate settings of the environment and their effect: additional authorities count, a disabled check is a
 * problem.
 */
export function certificates({ env }: Pick<World, 'env'>): Verdict {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    return {
      status: 'warning',
      message: 'Enabled: NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored',
      hint: 'Unset it, and set NODE_EXTRA_CA_CERTS to the certificate authority.',
    };
  }
  const file = env.NODE_EXTRA_CA_CERTS;
  if (!file) return { status: 'ok', message: "Verified with Node's certificate authorities" };
  if (holdsCertificate(file)) {
    return { status: 'ok', message: `Verified with Node's certificate authorities and those of ${file}` };
  }
  return {
    status: 'warning',
    message: `NODE_EXTRA_CA_CERTS is set to ${file}, which contains no readable certificate`,
    hint: 'Set it to the path of a PEM file.',
  };
}

/** Node reads the file at startup, and ignores it if it is missing. */
function holdsCertificate(file: string): boolean {
  try {
    return readFileSync(file, 'latin1').includes('-----BEGIN CERTIFICATE-----');
  } catch {
    return false;
  }
}
