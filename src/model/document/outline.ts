/** Top-level keys of a file. */
export interface Outline {
  keys: ReadonlySet<string>;
  /** Keys that have a list. */
  lists: ReadonlySet<string>;
}
