import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOSTILE } from '../../support/hostile-service.js';
import { offline } from './offline.js';

let here: ReturnType<typeof offline>;
beforeAll(() => {
  here = offline();
  here.write('shop.yaml', document('Shop'));
  here.write('other.yaml', document('The Shop'));
});
afterAll(() => here.remove());

const document = (name: string): string => `
objects:
  - { id: shop, type: system, name: ${name}, objects: [{ id: api, type: app, name: ${JSON.stringify(HOSTILE)} }] }
  - { id: one, type: actor, name: Buyer }
  - { id: two, type: actor, name: Buyer, domain: x }
connections:
  - { id: a, origin: one, target: api, name: Looks }
`;

const graph = (...line: readonly string[]) => here.run(['model', 'graph', 'shop.yaml', ...line]);
const read = (file: string): string => readFileSync(join(here.cwd, file), 'utf8');

it('writes a picture in which names are escaped', async () => {
  const { code, stdout } = await graph('-o', 'json');
  expect([code, JSON.parse(stdout).path]).toEqual([0, 'model-graph.svg']);
  const svg = read('model-graph.svg');
  expect(svg).toMatch(/^<svg .*<\/svg>\n$/s);
  expect(svg).toContain('Buyer');
  for (const it of ['\0', '\u001b', '\u009b', '\u202e']) expect(svg).not.toContain(it);
  expect((await graph('--out', 'focused.svg', '--focus', 'api', '--theme', 'dark')).code).toBe(0);
  expect(read('focused.svg')).toContain('#10151e');
  const named = await graph('--out', '-', '--focus', 'shop');
  expect(named.stdout).toContain('<title>Shop</title>');
  // Collection of the event is highlighted, and nothing else.
  expect(named.stdout.match(/stroke-width="2.8"/g)).toHaveLength(1);
  expect((await graph('--out', '-', '--level', 'system')).stdout).not.toContain('fivea');
});

it('marks differences from another model, with a legend', async () => {
  expect((await graph('--against', 'other.yaml', '--out', 'diff.svg')).code).toBe(0);
  expect(read('diff.svg')).toContain('Changed');
  expect(read('diff.svg')).not.toContain('Removed');
});

it('shows a PNG on a terminal that supports it, and writes no file', async () => {
  const options = { tty: true, env: { TERM: 'xterm-kitty' } };
  const line = ['model', 'graph', 'shop.yaml', '--preview', '--focus', 'one', '--format', 'png'];
  const { code, stdout } = await here.run(line, options);
  expect([code, stdout.startsWith('\u001b_Ga=T')]).toEqual([0, true]);
  expect(existsSync(join(here.cwd, 'model-graph.png'))).toBe(false);
});

it.each([
  [['--focus', 'Byer'], 4, 'Did you mean "one" or "two"?'],
  [['--focus', 'sho'], 4, 'The model has no object "sho" (--focus).'],
  [['--focus', 'buyer'], 2, 'pass the id of the object'],
  [['--focus', 'buyer'], 2, 'two: Buyer'],
  [['--depth', '2'], 2, 'Select an object with --focus.'],
  [['--out', 'shop.html'], 2, 'Use the extension .svg or .png'],
] as const)('rejects %j', async (line, exit, words) => {
  const { code, stderr } = await graph(...line);
  expect([code, stderr]).toEqual([exit, expect.stringContaining(words)]);
});

it('reports that a model is too large for a picture, and suggests a focus', async () => {
  const many = Array.from({ length: 301 }, (_, at) => `  - { id: o${at}, type: system, name: Object ${at} }`);
  const lines = 'connections:\n  - { id: a, origin: o7, target: o8, name: x }\n';
  here.write('many.yaml', `objects:\n${many.join('\n')}\n${lines}`);
  const { code, stderr } = await here.run(['model', 'graph', 'many.yaml']);
  expect(code).toBe(2);
  expect(stderr).toContain('A picture can show up to 300 boxes, but this one has 301.');
  expect(stderr).toContain('Use --focus to show the neighbours of one object: "Object 7", "Object 8"');
  expect((await here.run(['model', 'graph', 'many.yaml', '--focus', 'o7'])).code).toBe(0);
});
