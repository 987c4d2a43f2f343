import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LikeC4 } from 'likec4';
import { expect, test } from 'vitest';
import { exportModel } from '../../src/model/dialects/export.ts';
import { importFrom } from '../../src/model/dialects/import.ts';
import { ancestorsOf, isWithin } from '../../src/model/dialects/view/tree.ts';
import { FORMATS } from '../../src/model/dialects/writers.ts';
import { ELEMENT_KINDS, elementsOf } from '../../src/model/document/element.ts';
import { displayText, sorted, testModels } from './models.mjs';

test.each(await testModels())('$name', async ({ model, landscape }) => {
  const [{ text }] = exportModel(model, FORMATS.likec4).files;
  const likec4 = await LikeC4.fromSource(text, { throwIfInvalid: false, logger: false, printErrors: false });
  expect(likec4.getErrors().map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
  const read = await likec4.computedModel();
  const titles = (element) => {
    const path = [];
    for (let at = element; at; at = at.parent) path.push(at.title);
    return path.reverse();
  };
  const path = (node) => ancestorsOf(node).map(({ name }) => displayText(name));
  expect(
    sorted(
      [...read.elements()].map((it) => [
        titles(it),
        it.kind,
        it.$element.summary?.txt ?? '',
        it.technology ?? '',
      ]),
    ),
  ).toEqual(
    sorted(
      landscape.all.map((it) => [
        path(it),
        it.type,
        it.caption === '' ? '' : displayText(it.caption),
        it.technologies.length === 0 ? '' : displayText(it.technologies.join(', ')),
      ]),
    ),
  );
  const links = landscape.links.filter(({ from, to }) => !isWithin(from, to) && !isWithin(to, from));
  expect(
    sorted(
      [...read.relationships()].map((it) => [
        titles(it.source),
        titles(it.target),
        it.title,
        it.kind ?? 'outgoing',
      ]),
    ),
  ).toEqual(
    sorted(
      links.map(({ from, to, name, direction }) => [
        path(from),
        path(to),
        displayText(name),
        direction === 'none' ? 'undirected' : direction,
      ]),
    ),
  );
  for (const view of read.views()) expect([...view.nodes()].length).toBeGreaterThan(0);
  const flows = elementsOf(model, 'flow').filter(({ fields }) =>
    fields.steps?.some(({ origin, target }) => origin && target),
  );
  const dynamic = [...read.views()].filter(({ $view }) => $view._type === 'dynamic');
  expect(dynamic.length).toBeLessThanOrEqual(flows.length);
  const texts = flows.flatMap(({ fields }) =>
    fields.steps.map(({ description }) => displayText(description ?? '')),
  );
  for (const view of dynamic) for (const edge of view.edges()) expect(texts).toContain(edge.label ?? '');
});

/** Elements of a model by kind, without the types of steps and the names of tags: LikeC4's JSON does not contain them. */
const comparable = (model) =>
  ELEMENT_KINDS.filter((kind) => kind !== 'tag').map((kind) =>
    elementsOf(model, kind).map(({ id, fields: { tags, objects, connections, steps, ...fields } }) => ({
      id,
      ...fields,
      tags: tags?.length ?? 0,
      steps: steps?.map(({ type, ...step }) => step),
    })),
  );

test.each(await testModels())(
  'the JSON export of $name is the same model as its source',
  async ({ model }) => {
    const [{ text }] = exportModel(model, FORMATS.likec4).files;
    const likec4 = await LikeC4.fromSource(text, {
      throwIfInvalid: false,
      logger: false,
      printErrors: false,
    });
    const { $data } = await likec4.layoutedModel();
    const json = await importFrom('likec4', [{ path: 'model.json', text: JSON.stringify($data) }]);
    const source = await importFrom('likec4', [{ path: 'model.c4', text }]);
    expect(comparable(json.model)).toEqual(comparable(source.model));
    // LikeC4 adds the ancestors of the elements of a view.
    for (const { id, fields } of elementsOf(source.model, 'diagram')) {
      const { objects } = json.model.elements.get('diagram').get(id).fields;
      expect(objects).toEqual(expect.arrayContaining(fields.objects));
    }
  },
);

/** Keys of layout data, which is removed before the comparison. */
const LAYOUT_KEYS = ['x', 'y', 'width', 'height', 'bounds', 'points', 'labelBBox', 'sequenceLayout', 'hash'];

test('the fixture of the unit tests equals the export of the command-line tool', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'likec4-'));
  const sample = fileURLToPath(new URL('../model/dialects/likec4/', import.meta.url));
  const tool = fileURLToPath(new URL('node_modules/likec4/bin/likec4.mjs', import.meta.url));
  const out = join(folder, 'ferry.json');
  try {
    execFileSync(process.execPath, [tool, 'export', 'json', '--no-use-dot', '-o', out, sample], {
      stdio: 'pipe',
    });
    const exported = JSON.parse(readFileSync(out, 'utf8'), (key, value) =>
      LAYOUT_KEYS.includes(key) ? undefined : value,
    );
    await expect(`${JSON.stringify(exported, null, 1)}\n`).toMatchFileSnapshot(join(sample, 'ferry.json'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
