import { ELEMENT_KINDS, type ModelKind } from './element.js';
import { type Reading, readValue, report } from './yaml/node.js';

/**
 * The `adopted` field of a document: records without an owner that a pull wrote to the document, one `KIND HANDLE` a
 * line. It distinguishes an element deleted from the document from one that another person added to the landscape.
 */

/** Handles that fit on a line. A record with another one is never adopted. */
const HANDLE = /^[\w-]+$/;
const LINE = new RegExp(`^(?:${[...ELEMENT_KINDS, 'decision'].join('|')}) [\\w-]+$`);

/** The line of a record; undefined for a handle that cannot be written. */
export const adoptionKey = (kind: ModelKind, handle: string): string | undefined =>
  HANDLE.test(handle) ? `${kind} ${handle}` : undefined;

/** Joins the keys into sorted text, so that equal sets have equal texts; empty for an empty set. */
export const adoptedText = (adopted: ReadonlySet<string>): string =>
  [...adopted]
    .sort()
    .map((line) => `${line}\n`)
    .join('');

/** Adds the records that one file lists to `adopted`. */
export function readAdopted(reading: Reading, written: unknown, adopted: Set<string>): void {
  const text = readValue(reading, { is: 'text' }, written, 'adopted');
  if (typeof text !== 'string') return;
  const lines = text.split('\n').map((it) => it.trim());
  const wrong = lines.find((it) => it !== '' && !LINE.test(it));
  if (wrong !== undefined)
    report(reading, written, 'schema/shape', `adopted has a line that is not "KIND HANDLE": ${wrong}`);
  for (const line of lines) if (LINE.test(line)) adopted.add(line);
}
