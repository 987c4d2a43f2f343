/** Environment variables that archctl reads secrets from. Programs that it starts do not inherit them. */
export const SECRET_VARIABLES = [
  'ARCHCTL_API_KEY',
  'ARCHCTL_WEBHOOK_SECRET',
  'ARCHCTL_MCP_TOKEN',
  'NATS_PASSWORD',
  'NATS_TOKEN',
] as const;
export type SecretVariable = (typeof SECRET_VARIABLES)[number];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Environment for a program that archctl starts, without archctl's secrets except those in `passed`. Ignores the case
 * of names, as Windows does.
 */
export function withoutSecrets(
  env: Environment,
  passed: readonly SecretVariable[] = [],
): Record<string, string | undefined> {
  const withheld = new Set<string>(SECRET_VARIABLES.filter((name) => !passed.includes(name)));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !withheld.has(name.toUpperCase())));
}
