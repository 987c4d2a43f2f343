import { SandboxClosed } from '../lifetime.js';
import { FileResponse, type SandboxRequest } from '../message.js';
import { Refusal } from '../refusal.js';
import { DroppedConnection } from './faults.js';
import { errorOfRefusal, errorOfStore, HttpError } from './http-error.js';

/** A response, independent of the transport. HEAD gets the response to GET; the transport omits the body. */
export interface SandboxResponse {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/** Answers a request. Rejects with `DroppedConnection` or `SandboxClosed` if the connection is to be closed without one. */
export type RequestHandler = (request: SandboxRequest) => Promise<SandboxResponse>;

/** Handles a request to a path; `values` are the values of its path parameters. */
export type Respond = (request: SandboxRequest, values: readonly string[]) => unknown;

/** Handlers by path and method. GET handlers also answer HEAD. */
export type RouteTable = Readonly<Record<string, Readonly<Record<string, Respond>>>>;

/** Converts the result of `work`, or the error that it throws, into a response. */
export async function answerOf(work: () => unknown): Promise<SandboxResponse> {
  try {
    const result = await work();
    if (!(result instanceof FileResponse)) return json(200, result);
    return { status: 200, headers: { ...result.headers }, body: result.body };
  } catch (error) {
    if (error instanceof DroppedConnection || error instanceof SandboxClosed) throw error;
    const known =
      error instanceof Refusal ? errorOfRefusal(error) : (httpError(error) ?? errorOfStore(error));
    if (known) return json(known.status, known.body, known.headers);
    const message = error instanceof Error ? error.message : String(error);
    return json(500, { message: `The sandbox failed: ${message}`, code: 'internal' });
  }
}

const httpError = (error: unknown): HttpError | undefined => (error instanceof HttpError ? error : undefined);

export const json = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): SandboxResponse => ({
  status,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
