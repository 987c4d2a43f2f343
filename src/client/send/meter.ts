import type { Meter, Method } from '../../contract/operation.js';
import { wasNotSent } from './network-errors.js';
import type { Send } from './wire.js';

/** A sent request that counts towards a monthly quota. */
export interface MeterEvent {
  /** The quota. */
  meter: Meter;
  /** HTTP method. */
  method: Method;
  /** HTTP status; absent without a response. */
  status: number | undefined;
}

/**
 * Reports each sent request, including every attempt and redirect, for counting quotas (docs/service.md#limits). A
 * request without a response is reported too, since the service may have counted it.
 */
export const withMeter =
  (send: Send, onRequest: (event: MeterEvent) => void): Send =>
  async (request) => {
    const { meter, method } = request;
    if (meter === undefined) return send(request);
    try {
      const response = await send(request);
      onRequest({ meter, method, status: response.status });
      return response;
    } catch (error) {
      if (!wasNotSent(error)) onRequest({ meter, method, status: undefined });
      throw error;
    }
  };

/** Guesses the quota of a request that is not a declared operation (docs/service.md#limits). */
export function guessMeter(method: Method, path: string): Meter {
  if (/\/import(\/|$)/.test(path) && method === 'POST') return 'import';
  if (/\/export(\/|$)/.test(path) && method === 'POST') return 'export';
  if (/\/export\/(csv|json|text|code|mermaid)$/.test(path) && method === 'GET') return 'export';
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write';
}
