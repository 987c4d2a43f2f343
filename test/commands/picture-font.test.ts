import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FERRY } from '../support/ferry-document.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

/** Command lines that write an SVG picture, and the file. */
const CASES: readonly (readonly [line: string, file: string])[] = [
  ['model graph models --out picture.svg', 'picture.svg'],
  ['model graph models --diagram booking-apps --out picture.svg', 'picture.svg'],
  ['model watch models --count 1 --out picture.svg', 'picture.svg'],
  ['model site models --out site', 'site/pictures/booking-apps.svg'],
  ['model diff before models -o markdown --pictures pictures', 'pictures/booking-apps-after.svg'],
  ['object dependencies ORIGIN --out picture.svg', 'picture.svg'],
  ['dependency path ORIGIN TARGET --out picture.svg', 'picture.svg'],
  ['diagram export DIAGRAM --format svg --out picture.svg', 'picture.svg'],
];

describe('an SVG picture contains its font', () => {
  it.each(CASES)('%s', async (line, file) => {
    const here = suite.machine();
    for (const [folder, text] of [
      ['models', FERRY],
      ['before', FERRY.replaceAll('Booking Apps', 'Ordering Apps')],
    ] as const) {
      mkdirSync(join(here.cwd, folder));
      writeFileSync(join(here.cwd, folder, 'model.yaml'), text);
    }
    const ids: Record<string, string> = {
      ORIGIN: suite.ids.origin,
      TARGET: suite.ids.target,
      DIAGRAM: suite.ids.diagram,
    };
    const argv = line.split(' ').map((it) => ids[it] ?? it);
    const written = async (...more: string[]) => {
      const { code, stderr } = await here.run([...argv, ...more]);
      expect([0, 8], stderr).toContain(code);
      return readFileSync(join(here.cwd, file), 'utf8');
    };
    const [whole, small] = [await written(), await written('--no-embed-font')];
    expect(whole).toContain('@font-face');
    expect(small).not.toContain('@font-face');
    expect(whole.replace(/<style>[^<]*<\/style>/, '')).toBe(small);
  });
});
