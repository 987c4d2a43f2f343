import type { Meter, Method } from '../../contract/operation.js';
import { neverLeft } from './network-errors.js';
import type { Send } from './wire.js';

/** One request that went out and counts on a monthly quota. `status` is absent where no answer came. */
export interface MeterEvent {
  meter: Meter;
  method: Method;
  status: number | undefined;
}

/**
 * Reports each request that went out, attempts and redirects one by one, for counting quotas
 * (docs/service.md#limits). One that got no answer is reported too: the service may well have counted it.
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
      if (!neverLeft(error)) onRequest({ meter, method, status: undefined });
      throw error;
    }
  };

/** The quota of a request that no declared operation stands for (docs/service.md#limits). */
export function guessMeter(method: Method, path: string): Meter {
  if (/\/import(\/|$)/.test(path) && method === 'POST') return 'import';
  if (/\/export(\/|$)/.test(path) && method === 'POST') return 'export';
  if (/\/export\/(csv|json|text|code|mermaid)$/.test(path) && method === 'GET') return 'export';
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write';
}
