const PATTERN = /^v?(\d+)\.(\d+)\.(\d+)(?:-([\w.-]+))?(?:\+[\w.-]+)?$/;

export const isVersion = (text: string): boolean => PATTERN.test(text);

/**
 * Compares two versions by the precedence of Semantic Versioning 2.0.0 (§11). Returns a negative number, zero or a
 * positive number; build metadata is ignored.
 *
 * @throws TypeError for an invalid version.
 */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [parts(a), parts(b)];
  for (let at = 0; at < 3; at += 1) {
    const difference = Number(one.core[at]) - Number(other.core[at]);
    if (difference !== 0) return difference;
  }
  // A release follows its pre-releases.
  if (one.preview.length === 0 || other.preview.length === 0)
    return Number(one.preview.length === 0) - Number(other.preview.length === 0);
  return comparePreviews(one.preview, other.preview);
}

function parts(text: string): { core: string[]; preview: string[] } {
  const [, major = '', minor = '', patch = '', preview = ''] = PATTERN.exec(text) ?? [];
  if (major === '') throw new TypeError(`"${text}" is not a valid version.`);
  return { core: [major, minor, patch], preview: preview === '' ? [] : preview.split('.') };
}

function comparePreviews(a: readonly string[], b: readonly string[]): number {
  for (const [at, one] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    if (one === other) continue;
    const [left, right] = [numeric(one), numeric(other)];
    if (left !== undefined && right !== undefined) return left - right;
    // Numeric identifiers precede alphanumeric ones.
    if (left !== undefined || right !== undefined) return left !== undefined ? -1 : 1;
    return one < other ? -1 : 1;
  }
  return a.length - b.length;
}

const numeric = (text: string): number | undefined => (/^\d+$/.test(text) ? Number(text) : undefined);
