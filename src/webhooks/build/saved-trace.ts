import { usageError } from '../../base/errors.js';

/** With or without the prefix that --trace-time adds. */
const SECTION =
  /^(?:\d\d:\d\d:\d\d\.\d+ )?(=>|<=|==) (Send header|Send data|[^,\n]*)(?:, (\d+) bytes \(0x[0-9a-f]+\))?/;
const HEX_LINE = /^[0-9a-f]{4,}: ((?:[0-9a-f]{2} ){1,16})/;
const TEXT_LINE = /^[0-9a-f]{4,}: (.*)$/;

export const isTrace = (text: string): boolean => /^(?:[\d:.]+ )?=> Send header, \d+ bytes/m.test(text);

/**
 * Extracts the bytes of the first request from the output of `curl --trace` or `--trace-ascii`.
 * @throws ArchctlError `usage` if `--trace-ascii` lost bytes.
 */
export function savedAsTrace(text: string): Buffer {
  const head: Buffer[] = [];
  const body: Buffer[] = [];
  let part: 'head' | 'body' | undefined;
  let expected = 0;
  let section: string[] = [];
  const finish = (): void => {
    if (part) (part === 'head' ? head : body).push(bytesOf(section, expected, part));
    section = [];
  };
  for (const line of text.split(/\r?\n/)) {
    const match = SECTION.exec(line);
    if (!match) {
      if (part) section.push(line);
      continue;
    }
    finish();
    if (match[2] === 'Send header' && body.length > 0) break;
    part = match[2] === 'Send header' ? 'head' : match[2] === 'Send data' ? 'body' : undefined;
    expected = Number(match[3] ?? 0);
    // The first output from the server ends the request.
    if (match[1] === '<=') break;
  }
  if (part) finish();
  return Buffer.concat([...head, ...body]);
}

function bytesOf(lines: readonly string[], expected: number, part: 'head' | 'body'): Buffer {
  const used = lines.filter((line) => line !== '');
  // The last line of a hex dump is padded before its text; a text line may look like hex by chance.
  const hex = used.map((line) => HEX_LINE.exec(line)?.[1]);
  const fromHex = hex.every((it) => it !== undefined)
    ? Buffer.from(hex.join('').replaceAll(' ', ''), 'hex')
    : undefined;
  if (fromHex?.byteLength === expected) return fromHex;
  const texts = used.map((line) => TEXT_LINE.exec(line)?.[1] ?? '');
  const text = Buffer.from(part === 'head' ? `${texts.join('\r\n')}\r\n` : textBody(used, texts), 'latin1');
  // The dump omits line breaks and binary bytes, so the signature could not be verified.
  if (part === 'body' && text.byteLength !== expected)
    throw usageError('The trace does not contain the exact bytes of the body.', {
      hint: 'Save it with "curl --trace FILE" instead of --trace-ascii.',
    });
  return text;
}

/** A line shorter than the width of the dump ended in a line break, which the dump omits. */
function textBody(lines: readonly string[], texts: readonly string[]): string {
  const offsets = lines.map((line) => Number.parseInt(line, 16));
  return texts
    .map((text, at) => {
      const next = offsets[at + 1];
      const missing = next === undefined ? 0 : next - (offsets[at] ?? 0) - text.length;
      return missing === 2 ? `${text}\r\n` : text;
    })
    .join('');
}
