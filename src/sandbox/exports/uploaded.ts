import { invalid } from '../refusal.js';

/** Largest picture taken, in bytes. The sandbox's own choice (docs/service.md#choices-of-the-sandbox). */
const LARGEST = 1_000_000;

/**
 * The bytes that are put to an address which was given out; no more is read than may come.
 * @throws Refusal `invalid` for none and for too many.
 */
export async function uploaded(request: Request): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > LARGEST) throw invalid([`body: must have ${LARGEST} bytes at most`]);
    chunks.push(chunk);
  }
  if (size === 0) throw invalid(['body: is empty']);
  return Buffer.concat(chunks);
}
