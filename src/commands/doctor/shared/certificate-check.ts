import { readFileSync } from 'node:fs';
import type { World } from '../../../cli/command/world.js';
import type { Verdict } from './finding.js';

/** What the environment says about certificates, and what comes of it: further authorities count, a switch does not. */
export function certificates({ env }: Pick<World, 'env'>): Verdict {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    return {
      status: 'warning',
      message: 'Checked: NODE_TLS_REJECT_UNAUTHORIZED=0 is not obeyed',
      hint: 'Unset it, and name the authority in NODE_EXTRA_CA_CERTS.',
    };
  }
  const file = env.NODE_EXTRA_CA_CERTS;
  if (!file) return { status: 'ok', message: "Checked against Node's authorities" };
  if (holdsCertificate(file)) {
    return { status: 'ok', message: `Checked against Node's authorities and those of ${file}` };
  }
  return {
    status: 'warning',
    message: `NODE_EXTRA_CA_CERTS names ${file}, where no certificate can be read`,
    hint: 'It takes the path of a PEM file.',
  };
}

/** Node reads the file at its start, and goes on without it. */
function holdsCertificate(file: string): boolean {
  try {
    return readFileSync(file, 'latin1').includes('-----BEGIN CERTIFICATE-----');
  } catch {
    return false;
  }
}
