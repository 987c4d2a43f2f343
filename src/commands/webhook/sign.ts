import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { readBytes } from '../../cli/command/input/read-input.js';
import { flag, number, text } from '../../cli/command/options.js';
import { curlCommand, isPlainBody, signedDelivery } from '../../webhooks/build/delivery.js';
import { LOCAL_TARGET, PREFIX, SECRET_FILE, signingSecret } from './shared/options.js';
import { targetUrl } from './shared/send.js';

export default command({
  summary: 'Sign a body and print the headers or a curl command',
  details: 'Reads the secret from a file, the environment or the profile, and never prints it.',
  options: {
    file: text('Raw body; - reads stdin', { value: 'BODY|-', fallback: '-', completes: 'file' }),
    timestamp: number('Unix time in seconds (default: now)', { value: 'SECONDS', integer: true, min: 0 }),
    curl: flag('Print a curl command'),
    to: text('URL for the curl command', { value: 'URL', fallback: LOCAL_TARGET }),
    secretFile: SECRET_FILE,
    headerPrefix: PREFIX,
  },
  examples: {
    'The two headers': 'archctl webhook sign --file body.json',
    'Send it manually': 'archctl webhook sign --file body.json --curl --to http://localhost:3000/hooks | sh',
  },
  related: ['webhook verify', 'webhook trigger'],
  async run(context, { options }) {
    const { secret } = signingSecret(context, options.secretFile);
    const to = targetUrl(options.to ?? LOCAL_TARGET);
    const body = await readBytes(options.file ?? '-', context.world, '--file');
    const timestamp = options.timestamp ?? Math.floor(context.world.now().getTime() / 1000);
    const delivery = signedDelivery({ body, secret, timestamp, headerPrefix: options.headerPrefix });
    if (options.curl) {
      const file = options.file === undefined || options.file === '-' ? undefined : options.file;
      if (file === undefined && !isPlainBody(body))
        throw usageError('The body is not plain text and cannot be part of a command.', {
          hint: 'Use --file FILE, so that the command reads the file.',
        });
      const line = curlCommand(to.href, delivery, file);
      return { kind: 'drawing', data: { command: line }, draw: () => line };
    }
    const headers = Object.fromEntries(delivery.headers);
    return {
      kind: 'record',
      record: headers,
      columns: Object.keys(headers).map((key) => ({ key, header: key })),
    };
  },
});
