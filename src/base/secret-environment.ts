/** Environment variables of archctl that carry a secret. Programs it starts do without them. */
export const SECRET_VARIABLES = ['ARCHCTL_API_KEY', 'ARCHCTL_WEBHOOK_SECRET'] as const;
export type SecretVariable = (typeof SECRET_VARIABLES)[number];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * An environment for a program that archctl starts: all of its own but the secrets; those in `handed` stay. Windows
 * takes a variable in any case of letters.
 */
export function withoutSecrets(
  env: Environment,
  handed: readonly SecretVariable[] = [],
): Record<string, string | undefined> {
  const withheld = new Set<string>(SECRET_VARIABLES.filter((name) => !handed.includes(name)));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !withheld.has(name.toUpperCase())));
}
