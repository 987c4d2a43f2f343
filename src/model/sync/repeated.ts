import { ArchctlError } from '../../base/errors.js';
import type { Client } from '../../client/client.js';

/** Attempts for a request without a clear response; all of these requests are idempotent. */
export const ATTEMPTS = 3;
const PAUSE_MS = 1_000;

/** Retries work that fails without a clear response. */
export async function repeated<T>({ clock }: Pick<Client, 'clock'>, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isUnclear = error instanceof ArchctlError && error.kind === 'unavailable';
      if (!isUnclear || attempt === ATTEMPTS) throw error;
      await clock.sleep(PAUSE_MS * attempt);
    }
  }
}

export const isConflict = (error: unknown): boolean =>
  error instanceof ArchctlError && error.facts.status === 409;

/** Creates a record with a known id. If a retry reports that it exists, the first request may have created it. */
export async function madeOnce(client: Pick<Client, 'clock'>, work: () => Promise<unknown>): Promise<void> {
  try {
    await repeated(client, work);
  } catch (error) {
    if (!isConflict(error)) throw error;
    await repeated(client, work).catch((again: unknown) => {
      throw isConflict(again) ? madeMeanwhile(again as ArchctlError) : again;
    });
  }
}

const madeMeanwhile = ({ kind, message, facts }: ArchctlError): ArchctlError =>
  new ArchctlError(kind, message, { ...facts, hint: 'Another apply may have just created it. Plan again.' });
