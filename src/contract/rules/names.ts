import { isKind, type Kind } from '../records.js';

/** The kind of record for a name such as `model-object`; undefined if there is none. */
export function kindNamed(name: string): Kind | undefined {
  const kind = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return isKind(kind) ? kind : undefined;
}
