import { checkOptions } from '../base/check-options.js';
import { errorFromAbort } from '../base/errors.js';
import { requireArguments } from '../base/require-arguments.js';
import { CALL_OPTIONS } from './call-options.js';
import type { CallOptions, Client } from './client-types.js';

/**
 * A client whose calls have default options, such as a signal or a timeout; the options of a single call take
 * precedence. Both clients share connections and rate limits.
 */
export function withOptions(client: Client, options: CallOptions): Client {
  requireArguments('withOptions', { client, options });
  const given = Object.fromEntries(
    Object.entries(checkOptions('withOptions', options, CALL_OPTIONS)).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const merged = <I extends object>(input: I | undefined): I => ({ ...given, ...input }) as I;
  const { clock } = client;
  return {
    ...client,
    clock: {
      now: () => clock.now(),
      // Helpers that wait between calls stop as well.
      sleep: (ms, signal = options.signal) =>
        clock.sleep(ms, signal).catch((reason: unknown) => {
          throw errorFromAbort(reason);
        }),
    },
    call: (operation, ...[input]) => client.call(operation, ...([merged(input)] as never)),
    callWithResponse: (operation, ...[input]) =>
      client.callWithResponse(operation, ...([merged(input)] as never)),
    pages: (operation, input, pages) => client.pages(operation, merged(input), pages),
    perform: (operation, input) => client.perform(operation, merged(input)),
    performPages: (operation, input, pages) => client.performPages(operation, merged(input), pages),
    performWholePages: (operation, input, pages) => client.performWholePages(operation, merged(input), pages),
    raw: (input) => client.raw(merged(input)),
    download: (url, wanted) => client.download(url, merged(wanted)),
    upload: (url, body, wanted = { contentType: 'application/octet-stream' }) =>
      client.upload(url, body, merged(wanted)),
  };
}
