import { ArchctlError } from '../../base/errors.js';
import type { Client } from '../../client/client.js';

/** Maximum number of attempts for a request without a clear response. All of these requests are idempotent. */
export const MAX_ATTEMPTS = 3;
const PAUSE_MS = 1_000;

/** Performs a request, and repeats it after a failure without a clear response. */
export async function retry<T>({ clock }: Pick<Client, 'clock'>, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isUnclear = error instanceof ArchctlError && error.kind === 'unavailable';
      if (!isUnclear || attempt === MAX_ATTEMPTS) throw error;
      await clock.sleep(PAUSE_MS * attempt);
    }
  }
}

export const isConflict = (error: unknown): boolean =>
  error instanceof ArchctlError && error.facts.status === 409;

/** Creates a record with a given id. If a retry reports that the record exists, an earlier attempt may have created it. */
export async function createOnce(client: Pick<Client, 'clock'>, work: () => Promise<unknown>): Promise<void> {
  try {
    await retry(client, work);
  } catch (error) {
    if (!isConflict(error)) throw error;
    await retry(client, work).catch((again: unknown) => {
      throw isConflict(again) ? createdConcurrently(again as ArchctlError) : again;
    });
  }
}

const createdConcurrently = ({ kind, message, facts }: ArchctlError): ArchctlError =>
  new ArchctlError(kind, message, { ...facts, hint: 'Another apply may have just created it. Plan again.' });
