import { setMaxListeners } from 'node:events';
import { linkedController } from '../../base/abort.js';
import { bodyOf, type Send, type WireBody } from './wire.js';

/** Aborts each request with the client's signal as well as its own. */
export const withSignal = (send: Send, ofClient: AbortSignal | undefined): Send => {
  // Each request in flight adds a listener; many are not the leak that Node would warn about.
  if (ofClient) setMaxListeners(0, ofClient);
  return async (request) => {
    const { signal = ofClient } = request;
    if (signal !== ofClient && signal) setMaxListeners(0, signal);
    if (ofClient === undefined || signal === ofClient) return send({ ...request, signal });
    const { controller, unlink } = linkedController(ofClient, signal);
    setMaxListeners(0, controller.signal);
    let isStream = false;
    try {
      const response = await send({ ...request, signal: controller.signal });
      isStream = request.stream === true;
      return isStream ? { ...response, body: unlinking(response.body, unlink) } : response;
    } finally {
      if (!isStream) unlink();
    }
  };
};

/** Wraps a body to call `unlink` once it has ended or is discarded. */
function unlinking(body: WireBody, unlink: () => void): WireBody {
  const source = async function* () {
    try {
      yield* body;
    } finally {
      unlink();
    }
  };
  return bodyOf({ [Symbol.asyncIterator]: source }, () => {
    unlink();
    return body.discard();
  });
}
