/** Top-level keys of a file. */
export interface Outline {
  /** Keys of the document, in their order. */
  keys: ReadonlySet<string>;
  /** Keys that have a list. */
  lists: ReadonlySet<string>;
}
