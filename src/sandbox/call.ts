import type * as z from 'zod/mini';
import type { Fields } from '../contract/doc.js';
import type { Operation } from '../contract/operation.js';
import type { RecordOf } from '../contract/records.js';
import type { HeaderReader } from './message.js';
import type { RecordWriter } from './records/writer.js';
import type { Action } from './services.js';

/** What a schema makes of its input; any fields where there is no schema. */
type Checked<S> = S extends z.ZodMiniType ? (unknown extends z.output<S> ? Fields : z.output<S>) : Fields;

type CheckedQuery<O extends Operation> = O extends Operation<string, infer Q> ? Checked<Q> : Fields;
type CheckedBody<O extends Operation> =
  O extends Operation<string, z.ZodMiniType, infer B> ? Checked<B> : Fields;

/** One authenticated, permitted, validated request. */
export interface Call<O extends Operation = Operation> extends Action {
  operation: Operation;
  parameters: Readonly<Record<string, string>>;
  query: CheckedQuery<O>;
  body: CheckedBody<O>;
  /** As they came, for what needs another credential than a key. */
  headers: HeaderReader;
  /** Scheme, host and port the caller reached us at; addresses of files start with it. */
  origin: string;
  /** The landscape in the path, found and permitted. */
  landscape?: RecordOf<'landscape'>;
  /** The version in the path, found. */
  version?: RecordOf<'version'>;
  /** What answers every operation, for a call that is made of others. */
  handlers: Handlers;
  /** Where the call is a part of another (a task of a merge): what that one writes with. */
  writer?: RecordWriter;
}

/** Answers a call with the response body. */
export type Handler = (call: Call) => unknown;

/** What answers one operation. */
export interface Registration {
  operation: Operation;
  handle: Handler;
  /** It takes its time, and writes in transactions of its own; others write in one of the call. */
  ownTransactions: boolean;
}

/** Registrations by operation id. */
export type Handlers = ReadonlyMap<string, Registration>;

/** Registers what answers an operation; query and body are typed by its declaration. */
export const on = <O extends Operation>(
  operation: O,
  handle: (call: Call<O>) => unknown,
  { ownTransactions = false } = {},
): Registration => ({ operation, handle: handle as Handler, ownTransactions });
