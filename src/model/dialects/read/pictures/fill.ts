/** Copies missing fields from another object. */
export function fillMissing<T extends object, K extends keyof T>(
  into: T,
  from: { readonly [Key in K]?: T[Key] | undefined },
  keys: readonly K[],
): void {
  for (const key of keys) {
    const value = from[key];
    if (into[key] === undefined && value !== undefined) into[key] = value;
  }
}
