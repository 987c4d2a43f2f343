import { bytesInWords, pluralize } from '../../base/text/words.js';
import type { Context } from '../../cli/command/spec.js';
import { type BrokerGiven, openBroker } from '../webhook/shared/broker.js';

/** Connects to the server of a stream, and describes the stream and its limits. */
export async function describeBroker(context: Context, url: string, given: BrokerGiven): Promise<string[]> {
  const broker = await openBroker(context, url, 'Option --broker', given);
  const { address } = broker;
  const { brokerError } = await import('../../webhooks/broker/errors.js');
  try {
    const { config, state } = await broker.jsm.streams.info(address.stream);
    return [
      `${address.server} accepts the credentials and provides JetStream`,
      `${address.stream}: ${pluralize(state.messages, 'message')}, ${bytesInWords(state.bytes)}, subjects ${config.subjects?.join(', ')}`,
      `Maximum age ${ageInWords(config.max_age / 1e9)}, size ${limit(config.max_bytes, bytesInWords)}, messages ${limit(config.max_msgs)}; replicas ${config.num_replicas}; discards ${config.discard} messages when full`,
    ];
  } catch (error) {
    throw brokerError(error, address);
  } finally {
    await broker.close();
  }
}

/** A limit of a stream; zero and less mean that there is none. */
const limit = (value: number, inWords: (value: number) => string = String): string =>
  value > 0 ? inWords(value) : 'none';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Seconds in the largest unit that divides them. */
function ageInWords(seconds: number): string {
  const [noun, size] = UNITS.find((it) => seconds % it[1] === 0) ?? (['second', 1] as const);
  return limit(seconds, (it) => pluralize(it / size, noun));
}
