import { isSuccess } from './response.js';
import { bodyOfBytes, type Send } from './wire.js';

/**
 * Hands the body of a success on within the attempt, so that a file that breaks off is retried like any other answer.
 * Nothing of it is held.
 * @throws what `into` throws, which should be an ArchctlError: others are taken for the network's.
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
