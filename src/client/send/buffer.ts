import { ArchctlError } from '../../base/errors.js';
import { bytesInWords } from '../../base/text/words.js';
import { MAX_ANSWER_BYTES, MAX_ERROR_BYTES } from './limits.js';
import { coded, errorFromFailure, TOO_LARGE } from './network-errors.js';
import { bodyOf, bodyOfBytes, join, type Send, type WireRequest, type WireResponse } from './wire.js';

/**
 * Buffers the body within the attempt, so that timeout and retries cover it, unless the request asks for a stream. In
 * both cases the connection is closed if the body is too large.
 * @throws ArchctlError `unavailable` for a body that is incomplete or too large; for a stream, while it is read.
 */
export const withBuffer =
  (send: Send): Send =>
  async (request) => {
    const response = await send(request);
    if (!request.stream || !isSuccess(response))
      return { ...response, body: bodyOfBytes(await wholeBody(response, request)) };
    const { body } = response;
    const source = async function* () {
      const check = sizeCheck(response, request);
      try {
        for await (const piece of body) {
          check(piece);
          yield piece;
        }
      } catch (error) {
        throw errorFromFailure(error, request);
      }
    };
    return { ...response, body: bodyOf({ [Symbol.asyncIterator]: source }, () => body.discard()) };
  };

async function wholeBody(response: WireResponse, request: WireRequest): Promise<Uint8Array> {
  const check = sizeCheck(response, request);
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of response.body) {
      check(piece);
      pieces.push(piece);
    }
  } catch (error) {
    throw errorFromFailure(error, request);
  }
  return join(pieces);
}

/** Returns a function to call with each piece. If it throws, leaving the read loop closes the connection. */
function sizeCheck(response: WireResponse, request: WireRequest): (piece: Uint8Array) => void {
  const maxBytes = limitOf(response, request);
  // Rejects a body by its announced size without reading it. A response to HEAD announces a body it does not have.
  const isAnnounced = Number(response.headers['content-length']) > maxBytes;
  let total = 0;
  return (piece) => {
    total += piece.byteLength;
    if (isAnnounced || total > maxBytes) throw tooLarge(response, request, maxBytes);
  };
}

const isSuccess = ({ status }: WireResponse): boolean => status >= 200 && status < 300;

function limitOf(response: WireResponse, { maxBytes = MAX_ANSWER_BYTES }: WireRequest): number {
  return isSuccess(response) ? maxBytes : Math.min(maxBytes, MAX_ERROR_BYTES);
}

function tooLarge(response: WireResponse, { url }: WireRequest, maxBytes: number): ArchctlError {
  const { status } = response;
  const [what, facts] = isSuccess(response) ? ['response', {}] : [`response (HTTP ${status})`, { status }];
  const message = `The ${what} from ${url.host} is larger than ${bytesInWords(maxBytes)}.`;
  return new ArchctlError('unavailable', message, {
    ...facts,
    cause: coded(TOO_LARGE, message),
    hint: 'Request less data, or check whether another server answers instead of the service.',
  });
}
