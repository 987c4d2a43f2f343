/** Size limits for responses, so that a faulty or hostile server cannot exhaust memory. */

/** Maximum response body, in bytes. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** Maximum body of an error response, in bytes. */
export const MAX_ERROR_BYTES = 1024 * 1024;
/** Maximum file held in memory, in bytes. */
export const MAX_HELD_FILE_BYTES = 256 * 1024 * 1024;
/** Maximum streamed file, in bytes. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024 * 1024;
/**
 * Maximum size of all response headers together, in bytes. Set explicitly, because Node's options could raise its
 * default.
 */
export const MAX_HEADER_BYTES = 16 * 1024;
/** Maximum number of unwanted body bytes to read before the connection is closed instead of reused. */
export const MAX_DISCARDED_BYTES = 128 * 1024;
/** Maximum size of all pages of a list held in memory, in bytes. */
export const MAX_LIST_BYTES = 4 * MAX_ANSWER_BYTES;

/** Maximum number of consecutive pages without a record. */
export const MAX_EMPTY_PAGES = 100;
