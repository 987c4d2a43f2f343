import type { SandboxRequest } from '../message.js';
import { invalid } from '../refusal.js';

/** Maximum size of an image in bytes. Sandbox-specific (docs/service.md#choices-of-the-sandbox). */
const LARGEST = 1_000_000;

/**
 * Reads the body of an upload, at most up to the size limit.
 *
 * @throws Refusal `invalid` if it is empty or too large.
 */
export async function readUpload(request: SandboxRequest): Promise<Buffer> {
  const data = await request.readBody(LARGEST);
  if (data === undefined) throw invalid([`body: must have at most ${LARGEST} bytes`]);
  if (data.length === 0) throw invalid(['body: is empty']);
  return data;
}
