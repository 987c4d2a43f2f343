import { type Asked, FileAnswer } from '../message.js';
import { Refusal } from '../refusal.js';
import { DroppedConnection } from './faults.js';
import { HttpError, refused, storeAnswer } from './http-error.js';

/** One answer, whichever way it goes. That to HEAD is the one to GET; who sends it leaves the body out. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/** Answers a request. Rejects with `DroppedConnection` where nobody is to be answered. */
export type Answerer = (asked: Asked) => Promise<Answer>;

/** Answers what was asked at a path; `values` stand in the place of its parameters. */
export type Respond = (asked: Asked, values: readonly string[]) => unknown;

/** What answers at paths, by method. GET answers HEAD as well. */
export type RouteTable = Readonly<Record<string, Readonly<Record<string, Respond>>>>;

/** The answer that comes of some work: whatever it hands back or throws. */
export async function answerOf(work: () => unknown): Promise<Answer> {
  try {
    const result = await work();
    if (!(result instanceof FileAnswer)) return json(200, result);
    return { status: 200, headers: { ...result.headers }, body: result.body };
  } catch (error) {
    if (error instanceof DroppedConnection) throw error;
    const known = error instanceof Refusal ? refused(error) : (httpError(error) ?? storeAnswer(error));
    if (known) return json(known.status, known.body, known.headers);
    const message = error instanceof Error ? error.message : String(error);
    return json(500, { message: `The sandbox failed: ${message}`, code: 'internal' });
  }
}

const httpError = (error: unknown): HttpError | undefined => (error instanceof HttpError ? error : undefined);

/** An answer of JSON. */
export const json = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  status,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
