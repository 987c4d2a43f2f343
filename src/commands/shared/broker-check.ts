import type { Context } from '../../cli/command/spec.js';
import { type BrokerGiven, openBroker } from '../webhook/shared/broker.js';

/** Connects to the server of a stream, and describes the stream and its limits. */
export async function describeBroker(context: Context, url: string, given: BrokerGiven): Promise<string[]> {
  const { broker, address } = await openBroker(context, url, 'Option --broker', given);
  const { brokerError } = await import('../../webhooks/broker/errors.js');
  try {
    const { config, state } = await broker.jsm.streams.info(address.stream);
    const limit = (value: number, unit: string) => (value > 0 ? `${value} ${unit}` : 'none');
    return [
      `${address.server} accepts the credentials and provides JetStream`,
      `${address.stream}: ${state.messages} messages, ${state.bytes} bytes, subjects ${config.subjects?.join(', ')}`,
      `Maximum age ${limit(config.max_age / 1e9, 's')}, size ${limit(config.max_bytes, 'bytes')}, messages ${limit(config.max_msgs, '')}; replicas ${config.num_replicas}; discards ${config.discard} messages when full`,
    ];
  } catch (error) {
    throw brokerError(error, address);
  } finally {
    await broker.close();
  }
}
