import { isKind, type Kind } from '../records.js';

/** The kind of record that `model-object` speaks of; undefined where it is none. */
export function kindNamed(name: string): Kind | undefined {
  const kind = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return isKind(kind) ? kind : undefined;
}
