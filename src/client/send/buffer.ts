import { ArchctlError } from '../../base/errors.js';
import { coded, errorFromFailure, TOO_LARGE } from './network-errors.js';
import { bodyOf, bodyOfBytes, type Send, type WireBody, type WireRequest } from './wire.js';

/**
 * Reads the body within the attempt, so that time limit and retries cover it, unless the request asks for a stream.
 * Either way a body larger than `maxBytes` is cut off.
 * @throws ArchctlError `unavailable` for a body that breaks off or is too large; of a stream, while it is read.
 */
export const withBuffer =
  (send: Send): Send =>
  async (request) => {
    const response = await send(request);
    const body = guarded(response.body, request);
    if (request.stream) return { ...response, body };
    return { ...response, body: bodyOfBytes(await body.bytes()) };
  };

function guarded(body: WireBody, request: WireRequest): WireBody {
  const { maxBytes = Number.POSITIVE_INFINITY } = request;
  const source = async function* () {
    let total = 0;
    try {
      for await (const piece of body) {
        total += piece.byteLength;
        if (total > maxBytes) {
          const message = `The answer is larger than ${maxBytes} bytes.`;
          throw new ArchctlError('unavailable', message, { cause: coded(TOO_LARGE, message) });
        }
        yield piece;
      }
    } catch (error) {
      throw errorFromFailure(error, request);
    }
  };
  return bodyOf({ [Symbol.asyncIterator]: source }, () => body.discard());
}
