import { type DriftIgnore, type Element, elementKey, type Model } from '../document/element.js';
import { ElementFinder } from '../document/element-pattern.js';

/** Updates patterns in `drift.ignore` after a change to the names, ids or containers of elements. */

const BELOW = '/**';

/**
 * Returns the new form of a pattern that names the same elements after the change. A pattern that names none, or that
 * still names the same ones, is unchanged. @param keyAfter Key of an element after the change. @param words Changed parts
 * of a path, by their previous form.
 */
export function patternUpdater(
  before: Model,
  after: Model,
  keyAfter: (element: Element) => string,
  words: Readonly<Record<string, string>> = {},
): (pattern: string) => string {
  const [old, now] = [new ElementFinder(before), new ElementFinder(after)];
  return (pattern) => {
    const match = old.match(pattern);
    const [root] = match.is === 'found' ? match.elements : [];
    if (match.is !== 'found' || !root) return pattern;
    const wanted = new Set(match.elements.map(keyAfter));
    const isKept = (form: string): boolean => {
      const found = now.match(form);
      const keys = found.is === 'found' ? found.elements.map(elementKey) : [];
      return keys.length === wanted.size && keys.every((key) => wanted.has(key));
    };
    const replaced = pattern.replace(/[^/:]+/g, (part) =>
      Object.hasOwn(words, part) ? (words[part] ?? part) : part,
    );
    const key = keyAfter(root);
    const element = [...after.elements.values()]
      .flatMap((of) => [...of.values()])
      .find((it) => elementKey(it) === key);
    const word = element ? now.wordFor(element) + (pattern.endsWith(BELOW) ? BELOW : '') : pattern;
    return [pattern, replaced].find(isKept) ?? word;
  };
}

/** The entries of `drift.ignore` with their new patterns. */
export const updatedIgnores = (
  ignores: readonly DriftIgnore[],
  keep: (pattern: string) => string,
): DriftIgnore[] => ignores.map((entry) => ({ ...entry, element: keep(entry.element) }));

/** The entries of `drift.ignore` that still name an element after a removal, or never named one. */
export function remainingIgnores(before: Model, after: Model): DriftIgnore[] {
  if (before.driftIgnores.length === 0) return [];
  const [old, now] = [new ElementFinder(before), new ElementFinder(after)];
  const names = (finder: ElementFinder, pattern: string): boolean => {
    const match = finder.match(pattern);
    return match.is === 'found' && match.elements.length > 0;
  };
  return before.driftIgnores.filter(({ element }) => !names(old, element) || names(now, element));
}
