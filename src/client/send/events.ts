import type { ArchctlError } from '../../base/errors.js';
import type { Method } from '../../contract/operation.js';
import type { Clock } from './clock.js';
import { errorFromFailure } from './network-errors.js';
import type { Redactor } from './redact.js';
import { requestId } from './response-headers.js';
import type { Send, WireResponse } from './wire.js';

/** An attempt that is about to be sent. */
export interface RequestEvent {
  /** Id of the operation; absent for downloads, uploads and raw requests. */
  operation: string | undefined;
  /** HTTP method. */
  method: Method;
  /** Without secrets. */
  url: string;
  /** Number of the attempt, from 1. */
  attempt: number;
}

/** An attempt that has ended. */
export interface ResponseEvent extends RequestEvent {
  /** HTTP status; absent without a response. */
  status: number | undefined;
  /** Duration in milliseconds, redirects and body included. */
  ms: number;
  /** Request id that the service sent, for its support. */
  requestId: string | undefined;
  /** Header fields of the response, with lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** Failure of an attempt without a response. */
  error?: ArchctlError;
}

/** Callbacks for attempts. */
export interface EventHooks {
  onRequest?: ((event: RequestEvent) => void) | undefined;
  onResponse?: ((event: ResponseEvent) => void) | undefined;
}

/** Reports each attempt before and after it is sent. */
export const withEvents =
  (send: Send, { onRequest, onResponse }: EventHooks, redactor: Redactor, clock: Clock): Send =>
  async (request) => {
    const { trace, method } = request;
    const event = <More extends object>(more: More): RequestEvent & More => ({
      operation: trace?.operation,
      method,
      // Redaction takes longer than the rest of an event, and few hooks need the URL.
      get url() {
        return redactor.url(request.url);
      },
      attempt: trace?.attempt ?? 1,
      ...more,
    });
    onRequest?.(event({}));
    const started = clock.now();
    const passed = (): number => clock.now() - started;
    let response: WireResponse;
    try {
      response = await send(request);
    } catch (thrown) {
      // Only errors are failures: a transport may stop a request with a value of its own.
      if (thrown instanceof Error)
        onResponse?.(
          event({
            ms: passed(),
            status: undefined,
            requestId: undefined,
            headers: {},
            error: errorFromFailure(thrown, request),
          }),
        );
      throw thrown;
    }
    const { status, headers } = response;
    onResponse?.(event({ ms: passed(), status, requestId: requestId(headers), headers }));
    return response;
  };
