import type { Asked } from '../message.js';
import { invalid } from '../refusal.js';

/** Largest picture taken, in bytes. The sandbox's own choice (docs/service.md#choices-of-the-sandbox). */
const LARGEST = 1_000_000;

/**
 * The bytes that are put to an address which was given out; no more is read than may come.
 * @throws Refusal `invalid` for none and for too many.
 */
export async function uploaded(asked: Asked): Promise<Buffer> {
  const data = await asked.read(LARGEST);
  if (data === undefined) throw invalid([`body: must have ${LARGEST} bytes at most`]);
  if (data.length === 0) throw invalid(['body: is empty']);
  return data;
}
