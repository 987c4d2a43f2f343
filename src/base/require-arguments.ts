import { usageError } from './errors.js';

/**
 * Rejects arguments that only JavaScript can omit.
 * @throws ArchctlError `usage` for the first argument that is not an object.
 */
export function requireArguments(caller: string, given: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === 'object' && value !== null) continue;
    throw usageError(`The argument "${name}" of ${caller} is missing or is not an object.`, {
      reason: 'invalid-input',
    });
  }
}
