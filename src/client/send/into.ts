import { isSuccess } from './response.js';
import { bodyOfBytes, type Send } from './wire.js';

/**
 * Streams the body of a successful response within the attempt, so that an interrupted file is retried like any other
 * response. Nothing is held in memory.
 * @throws any error of `into`, which should be an ArchctlError: others are treated as network errors.
 */
export const withInto =
  (send: Send): Send =>
  async (request) => {
    const { into, ...rest } = request;
    if (into === undefined) return send(request);
    const response = await send({ ...rest, stream: true });
    if (!isSuccess(response)) return response;
    try {
      await into(response.body);
    } catch (error) {
      await response.body.discard();
      throw error;
    }
    return { ...response, body: bodyOfBytes(new Uint8Array()) };
  };
