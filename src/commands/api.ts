import { usageError } from '../base/errors.js';
import { command } from '../cli/command/command.js';
import { readValue, setPath } from '../cli/command/input/body.js';
import { readBytes } from '../cli/command/input/read-input.js';
import { flag, pairs, text, texts } from '../cli/command/options.js';
import type { Context } from '../cli/command/spec.js';
import { answerJson } from '../client/send/response.js';
import type { Method } from '../contract/operation.js';
import { indentedJson } from '../terminal/formats/format-json.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const options = {
  field: texts('Body field with a text value', { short: 'f', value: 'KEY=VALUE' }),
  rawField: texts('Body field with a JSON value; reads @FILE and - for stdin', {
    short: 'F',
    value: 'KEY=JSON',
  }),
  queryParam: pairs('Query parameter'),
  input: text('Send this file as the body, unchanged; - reads stdin', { value: 'FILE|-', completes: 'file' }),
  include: flag('Print status and headers too', { short: 'i' }),
};

export default command({
  summary: "Send any request with archctl's sign-in, retries and output",
  section: 'Activity',
  details:
    'PATH is relative to the base URL, with or without /v1. Dotted keys set nested fields. archctl sends the key only to the service of the profile and rejects other addresses.',
  args: {
    method: { name: 'METHOD|PATH', help: `${METHODS.join(', ')} (default: GET)`, suggests: METHODS },
    path: { name: 'PATH', help: 'Path, e.g. organizations/ID/landscapes', optional: true },
  },
  options,
  examples: {
    'Read any path of the service': 'archctl api /organizations',
    'With a body':
      'archctl api POST landscapes/LANDSCAPE_ID/versions/latest/tag-groups -f name="Data centres" -f icon=server -F index=2',
    Filtered:
      'archctl api GET catalog/technologies --query-param "filter[provider]=aws" --query "catalogTechnologies[].name"',
  },
  related: ['auth status', 'help environment'],
  async run(context, { args, options: given }) {
    const { terminal } = context;
    const { method, path } = requestOf(args.method, args.path);
    const body = await requestBody(context, given, method);
    const client = await context.client();
    const absolute = /^[a-z][a-z0-9+.-]*:/i.test(path);
    const response = await client.raw({
      method,
      ...(absolute ? { url: path } : { path }),
      ...(given.queryParam ? { query: given.queryParam } : {}),
      ...(body === undefined ? {} : { body }),
    });
    if (response.error) throw response.error;
    if (method === 'DELETE' && terminal.isInteractive && !terminal.machine)
      terminal.remark('"archctl undo" does not restore what a request of "archctl api" deletes.');
    const content = await response.body.text();
    const data = answerJson(content, response.url);
    const head = { status: response.status, headers: response.headers };
    if (given.include) {
      return {
        kind: 'drawing',
        data: { ...head, body: data },
        draw: ({ palette, safe }) =>
          [
            palette.bold(`HTTP ${response.status}`),
            ...Object.entries(response.headers).map(
              ([name, value]) => `${palette.cyan(safe(name))}: ${safe(value)}`,
            ),
            '',
            data === undefined ? safe(content) : jsonLines(data, safe),
          ].join('\n'),
      };
    }
    if (data === undefined) {
      return content === ''
        ? { kind: 'nothing' }
        : { kind: 'drawing', data: content, draw: ({ safe }) => content.split('\n').map(safe).join('\n') };
    }
    return {
      kind: 'drawing',
      data,
      draw: ({ safe }) => jsonLines(data, safe),
    };
  },
});

/** Parses the arguments: a method and a path, or a path alone. Errors: `usage`. */
function requestOf(first: string, second: string | undefined): { method: Method; path: string } {
  const method = METHODS.find((it) => it === first.toUpperCase());
  if (method === undefined && second === undefined) return { method: 'GET', path: first };
  if (method === undefined)
    throw usageError(`"${first}" is not a method.`, { hint: `Use one of ${METHODS.join(', ')}.` });
  if (second === undefined)
    throw usageError('Argument PATH is missing.', {
      hint: `For example: archctl api ${method} organizations`,
    });
  return { method, path: second };
}

const jsonLines = (data: unknown, safe: (text: string) => string): string =>
  indentedJson(data).split('\n').map(safe).join('\n');

async function requestBody(
  { world }: Context,
  given: { field: string[] | undefined; rawField: string[] | undefined; input: string | undefined },
  method: Method,
): Promise<string | undefined> {
  const fields = [...(given.field ?? []), ...(given.rawField ?? [])];
  if (given.input !== undefined) {
    if (fields.length > 0) throw usageError('--input cannot be combined with -f or -F.');
    return (await readBytes(given.input, world, '--input')).toString('utf8');
  }
  if (fields.length === 0) return undefined;
  if (method === 'GET' || method === 'HEAD')
    throw usageError(`${method} takes no body.`, { hint: 'Use --query-param for its parameters.' });
  const body: Record<string, unknown> = {};
  for (const field of given.field ?? []) setPath(body, ...parseField(field, '-f'));
  for (const field of given.rawField ?? []) {
    const [key, value] = parseField(field, '-F');
    setPath(body, key, await readValue(value, world, `-F ${key}`));
  }
  return JSON.stringify(body);
}

function parseField(field: string, option: string): [string, string] {
  const at = field.indexOf('=');
  if (at < 1) throw usageError(`Option ${option}: "${field}" is not KEY=VALUE.`);
  return [field.slice(0, at), field.slice(at + 1)];
}
