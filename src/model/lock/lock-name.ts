/** Name of the lock file beside a document. */
export const LOCK_FILE = 'model.lock.json';
