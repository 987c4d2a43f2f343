import { checkOptions } from '../base/check-options.js';
import { usageError } from '../base/errors.js';
import { requireArguments } from '../base/require-arguments.js';
import type { ListOperation, Operation, ReadOperation, ResponseOf } from '../contract/operation.js';
import { CALL_OPTIONS } from './call-options.js';
import type {
  CallArguments,
  CallInput,
  CallOptions,
  ItemOf,
  LooseInput,
  PagesOptions,
} from './client-types.js';

/** The part of a client that reads. Other operations are type errors, and `readOnly` rejects them at run time. */
export interface ReadClient {
  /** Calls an operation that reads. */
  call<O extends ReadOperation>(operation: O, ...input: CallArguments<O>): Promise<ResponseOf<O>>;
  /** Yields the records of a list, across all pages. */
  pages<O extends ReadOperation & ListOperation>(
    operation: O,
    input: CallInput<O>,
    options?: PagesOptions,
  ): AsyncIterable<ItemOf<O>>;
  /** Like `pages`, for an operation chosen at run time. */
  performPages(operation: ReadOperation, input: LooseInput, options?: PagesOptions): AsyncIterable<unknown>;
}

/**
 * A client that cannot write: it has no other methods, and throws ArchctlError `usage` for an operation that is not a
 * GET, before any request.
 * @param options defaults of every call, such as a signal.
 */
export function readOnly(client: ReadClient, options: CallOptions = {}): ReadClient {
  requireArguments('readOnly', { client });
  checkOptions('readOnly', options, CALL_OPTIONS);
  return {
    call: async (operation, ...input) =>
      client.call(checkRead(operation), ...([{ ...options, ...input[0] }] as never)),
    pages: (operation, input, pages) => client.pages(checkRead(operation), { ...options, ...input }, pages),
    performPages: (operation, input, pages) =>
      client.performPages(checkRead(operation), { ...options, ...input }, pages),
  };
}

function checkRead<O extends Operation>(operation: O): O {
  if (operation.method === 'GET') return operation;
  throw usageError(`${operation.id} is a ${operation.method} request, but this client only reads.`);
}
