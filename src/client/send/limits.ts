/** How much of an answer is taken: a service that has gone wrong, or whoever answers in its place, knows no end. */

/** Largest answer, in bytes. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** Largest body of an answer that is no success, in bytes. */
export const MAX_ERROR_BYTES = 1024 * 1024;
/** Largest file that is held in memory, in bytes. */
export const MAX_HELD_FILE_BYTES = 256 * 1024 * 1024;
/** Largest file that is handed on as it comes, in bytes. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024 * 1024;
/** All headers of an answer together, in bytes; Node's own limit, which its options could raise. */
export const MAX_HEADER_BYTES = 16 * 1024;
/** What is read of a body nobody wants, in bytes, before its connection is given up. */
export const MAX_DISCARDED_BYTES = 128 * 1024;
/** All pages of a list together, where they are held in memory, in bytes. */
export const MAX_LIST_BYTES = 4 * MAX_ANSWER_BYTES;

/** Pages of a list without a record, one after the other. */
export const MAX_EMPTY_PAGES = 100;
