import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type Service } from '../support/sandbox.js';
import { screen } from '../support/screen.js';
import { machine } from '../support/world.js';
import { commandLines } from './shell-words.js';

const texts = ['README.md', ...readdirSync('docs').map((file) => `docs/${file}`)]
  .filter((file) => file.endsWith('.md'))
  .map((file) => readFileSync(file, 'utf8'));

const decoded = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const CELL = 8.4;
const MARGIN = 16;

interface Shown {
  line: string;
  /** Output below the command line. */
  rows: string[];
}

/** Rows of a picture, as on the terminal. */
function drawn(svg: string): string[] {
  const rows = new Map<number, string>();
  for (const [, x, y, text = ''] of svg.matchAll(/<text x="([\d.]+)" y="(\d+)"[^>]*>([^<]*)<\/text>/g)) {
    const column = Math.round((Number(x) - MARGIN) / CELL);
    rows.set(Number(y), (rows.get(Number(y)) ?? '').padEnd(column) + decoded(text));
  }
  // A blank row has no text.
  const heights = [...rows.keys()];
  const step = Math.min(...heights.slice(1).map((y, at) => y - (heights[at] ?? 0)));
  const [top = 0] = heights;
  const last = heights.at(-1) ?? top;
  return Array.from({ length: (last - top) / step + 1 }, (_, at) => rows.get(top + at * step) ?? '');
}

const pictures = texts.flatMap((text) =>
  [...text.matchAll(/<!-- picture: (\S+) (.+) -->/g)].map(([, name = '', line = '']) => ({ name, line })),
);
const SHOWN: Shown[] = [
  ...pictures.map(({ name, line }) => ({
    line,
    rows: drawn(readFileSync(`docs/screens/${name}.svg`, 'utf8')).slice(Math.ceil((line.length + 2) / 80)),
  })),
  ...texts.flatMap((text) =>
    [...text.matchAll(/<!-- screen: (.+) -->\n```console\n\$ .*\n([\s\S]*?)\n```/g)].map(
      ([, line = '', rows = '']) => ({ line, rows: rows.split('\n') }),
    ),
  ),
];

/** Screens that vary, with the reason. The others must equal today's output. */
const DIFFER: Readonly<Record<string, string>> = {
  'archctl sandbox start': 'it starts a process',
  'archctl logs list': 'what happened depends on what was done before',
  'archctl sandbox webhook add': 'the id is new each time',
  'archctl webhook listen': 'ids and times are new each time',
  'archctl webhook events list': 'ids and times are new each time',
};
const reasonFor = (line: string): string | undefined =>
  Object.keys(DIFFER).find((begin) => line.startsWith(begin));

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('screens in documents', () => {
  test('every exception has a screen', () => {
    for (const begin of Object.keys(DIFFER))
      expect(SHOWN.filter(({ line }) => line.startsWith(begin)).length, begin).toBeGreaterThan(0);
  });

  test.each(SHOWN.filter(({ line }) => !reasonFor(line)))('$line', async ({ line, rows }) => {
    const user = machine(service);
    try {
      user.signIn({ org: service.sandbox.organizationId, landscape: service.sandbox.landscapeId ?? '' });
      const [[, ...argv] = []] = commandLines(line);
      const ran = await user.run(argv, { tty: true, width: 80, env: { NO_COLOR: '1' } });
      const view = screen(80, 60);
      view.write(`${ran.stdout}${ran.stderr}`.replaceAll('\n', '\r\n'));
      // Ages change every day.
      const same = (text: string): string =>
        text
          .replace(/(\d+ \w+ ago|just now|yesterday)/g, 'AGE')
          .replace(/ +/g, ' ')
          .trimEnd();
      expect(rows.map(same)).toEqual(view.text.split('\n').map(same));
    } finally {
      await user.remove();
    }
  });
});
