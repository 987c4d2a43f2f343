import type * as z from 'zod/mini';
import type { Fields } from '../contract/doc.js';
import type { Operation } from '../contract/operation.js';
import type { RecordOf } from '../contract/records.js';
import type { HeaderReader } from './message.js';
import type { RecordWriter } from './records/writer.js';
import type { Action } from './services.js';

/** Output type of a schema; `Fields` without one. */
type Checked<S> = S extends z.ZodMiniType ? (unknown extends z.output<S> ? Fields : z.output<S>) : Fields;

type CheckedQuery<O extends Operation> = O extends Operation<string, infer Q> ? Checked<Q> : Fields;
type CheckedBody<O extends Operation> =
  O extends Operation<string, z.ZodMiniType, infer B> ? Checked<B> : Fields;

/** An authenticated, permitted and validated request. */
export interface Call<O extends Operation = Operation> extends Action {
  operation: Operation;
  parameters: Readonly<Record<string, string>>;
  query: CheckedQuery<O>;
  body: CheckedBody<O>;
  /** The request headers, unparsed: some operations use a credential other than a key. */
  headers: HeaderReader;
  /** Scheme, host and port that the client used; file URLs start with it. */
  origin: string;
  /** The landscape named in the path; it exists and the key may access it. */
  landscape?: RecordOf<'landscape'>;
  /** The version named in the path. */
  version?: RecordOf<'version'>;
  /** Handlers of all operations, for calls that invoke other operations. */
  handlers: Handlers;
  /** The parent call's writer, if this call is part of another one (a task of a merge). */
  writer?: RecordWriter;
}

/** Handles a call and returns the response body. */
export type Handler = (call: Call) => unknown;

/** An operation and its handler. */
export interface Registration {
  operation: Operation;
  handle: Handler;
  /**
   * Whether the handler is long-running and opens its own transactions; other handlers run in one transaction per call.
   */
  ownTransactions: boolean;
  /** Whether the handler itself computes the postponed lists that it uses (`records/postponed-lists.ts`). */
  computesOwnLists: boolean;
}

export type Handlers = ReadonlyMap<string, Registration>;

/** Registers the handler of an operation; the operation's declaration types query and body. */
export const on = <O extends Operation>(
  operation: O,
  handle: (call: Call<O>) => unknown,
  { ownTransactions = false, computesOwnLists = false } = {},
): Registration => ({ operation, handle: handle as Handler, ownTransactions, computesOwnLists });
