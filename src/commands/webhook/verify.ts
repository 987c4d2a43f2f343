import { ArchctlError, usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { readBytes } from '../../cli/command/input/read-input.js';
import { text } from '../../cli/command/options.js';
import { signatureHeaders } from '../../contract/webhook.js';
import { headerOf, parseSavedRequest } from '../../webhooks/build/saved-request.js';
import { verify } from '../../webhooks/web-signature.js';
import { noSecret, PREFIX, SECRET_FILE, secretsOf, TOLERANCE } from './shared/options.js';

export default command({
  summary: 'Check the signature of one delivery',
  details: 'Reports which rule failed and exits with code 8 if the delivery is not valid. Sends nothing.',
  options: {
    file: text('Raw body; - reads stdin', { value: 'BODY|-', fallback: '-', completes: 'file' }),
    signature: text('Value of the signature header', { value: 'HEX' }),
    timestamp: text('Value of the timestamp header', { value: 'SECONDS' }),
    request: text('Complete saved request: raw HTTP, curl output, HAR or JSON', {
      value: 'FILE|-',
      completes: 'file',
    }),
    at: text('Check at this time: seconds or ISO 8601', { value: 'NOW' }),
    secretFile: SECRET_FILE,
    tolerance: TOLERANCE,
    headerPrefix: PREFIX,
  },
  examples: {
    'A body and its two headers':
      'archctl webhook verify --file body.json --signature HEX --timestamp SECONDS',
    'A request saved by a proxy, checked at its time of arrival':
      'archctl webhook verify --request request.txt --at 2026-01-31T08:00:00Z',
  },
  related: ['webhook sign', 'webhook secret set'],
  async run(context, { options }) {
    const { world } = context;
    const secrets = secretsOf(context, options.secretFile);
    if (secrets.length === 0) throw noSecret();
    const names = signatureHeaders(options.headerPrefix);
    const saved =
      options.request === undefined
        ? undefined
        : parseSavedRequest(await readBytes(options.request, world, '--request'));
    if (options.request === '-' && !saved?.body && (options.file ?? '-') === '-')
      throw usageError('The saved request on stdin has no body.', {
        hint: 'Use --file FILE for the body.',
      });
    const body =
      options.file === undefined && saved?.body
        ? saved.body
        : await readBytes(options.file ?? '-', world, '--file');
    const checked = await verify({
      secrets,
      signature: options.signature ?? (saved && headerOf(saved.headers, names.signature)),
      timestamp: options.timestamp ?? (saved && headerOf(saved.headers, names.timestamp)),
      body,
      now: nowOf(options.at, world.now()),
      ...(options.tolerance === undefined ? {} : { toleranceSeconds: options.tolerance }),
    });
    const record = checked.ok
      ? { valid: true, secret: checked.secret, timestamp: checked.timestamp, bytes: body.byteLength }
      : { valid: false, reason: checked.reason, message: checked.message, bytes: body.byteLength };
    return {
      kind: 'record',
      record,
      columns: [
        { key: 'valid', kind: 'boolean' },
        ...(checked.ok ? [{ key: 'secret' }, { key: 'timestamp' }] : [{ key: 'reason' }, { key: 'message' }]),
        { key: 'bytes', kind: 'number' },
      ],
      ...(checked.ok
        ? {}
        : { failure: new ArchctlError('check', `The delivery is not valid. ${checked.message}`) }),
    };
  },
});

function nowOf(given: string | undefined, now: Date): number {
  if (given === undefined) return now.getTime() / 1000;
  const seconds = /^\d+$/.test(given) ? Number(given) : Date.parse(given) / 1000;
  if (Number.isNaN(seconds))
    throw usageError(`Option --at: "${given}" is not a valid time.`, {
      hint: 'Use Unix seconds or ISO 8601.',
    });
  return seconds;
}
