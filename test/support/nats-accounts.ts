/** An operator with one account and one user, as `nsc` creates them: server configuration and credentials file. */
import { randomUUID } from 'node:crypto';
import { nkeys } from '@nats-io/transport-node';

type KeyPair = ReturnType<typeof nkeys.createUser>;

const base64 = (value: string | Uint8Array): string => Buffer.from(value).toString('base64url');

/** A JSON web token as NATS signs them. */
function token(issuer: KeyPair, subject: KeyPair, name: string, nats: Record<string, unknown>): string {
  const head = base64(JSON.stringify({ typ: 'JWT', alg: 'ed25519-nkey' }));
  const claims = {
    ...{ jti: randomUUID(), iat: Math.floor(Date.now() / 1000), name },
    ...{ iss: issuer.getPublicKey(), sub: subject.getPublicKey(), nats: { version: 2, ...nats } },
  };
  const signed = `${head}.${base64(JSON.stringify(claims))}`;
  return `${signed}.${base64(issuer.sign(Buffer.from(signed)))}`;
}

const UNLIMITED = { subs: -1, data: -1, payload: -1 };
const ACCOUNT_LIMITS = { ...UNLIMITED, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
const STORAGE = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };

export const seedOf = (pair: KeyPair): string => Buffer.from(pair.getSeed()).toString();

export function operatorAccounts(): { configuration: string; credentials: string; seed: string } {
  const operator = nkeys.createOperator();
  const [system, account, user] = [nkeys.createAccount(), nkeys.createAccount(), nkeys.createUser()];
  const accountToken = (pair: KeyPair, name: string, limits: object) =>
    `${pair.getPublicKey()}: ${token(operator, pair, name, { type: 'account', limits })}`;
  const seed = seedOf(user);
  return {
    configuration: [
      `operator: ${token(operator, operator, 'tests', { type: 'operator' })}`,
      `system_account: ${system.getPublicKey()}`,
      'resolver: MEMORY',
      `resolver_preload { ${accountToken(system, 'SYS', ACCOUNT_LIMITS)}`,
      `${accountToken(account, 'TEAM', { ...ACCOUNT_LIMITS, ...STORAGE })} }`,
    ].join('\n'),
    credentials: [
      '-----BEGIN NATS USER JWT-----',
      token(account, user, 'me', { type: 'user', ...UNLIMITED }),
      '------END NATS USER JWT------',
      '',
      '-----BEGIN USER NKEY SEED-----',
      seed,
      '------END USER NKEY SEED------',
      '',
    ].join('\n'),
    seed,
  };
}
