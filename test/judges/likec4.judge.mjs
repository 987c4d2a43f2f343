import { LikeC4 } from 'likec4';
import { expect, test } from 'vitest';
import { exportModel } from '../../src/model/dialects/export.ts';
import { isWithin, wayTo } from '../../src/model/dialects/view/things.ts';
import { FORMATS } from '../../src/model/dialects/writers.ts';
import { elementsOf } from '../../src/model/document/element.ts';
import { judged, shown, sorted } from './models.mjs';

test.each(await judged())('$name', async ({ model, landscape }) => {
  const [{ text }] = exportModel(model, FORMATS.likec4).files;
  const likec4 = await LikeC4.fromSource(text, { throwIfInvalid: false, logger: false, printErrors: false });
  expect(likec4.getErrors().map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
  const read = await likec4.computedModel();
  const titles = (element) => {
    const way = [];
    for (let at = element; at; at = at.parent) way.push(at.title);
    return way.reverse();
  };
  const path = (thing) => wayTo(thing).map(({ name }) => shown(name));
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
        it.caption === '' ? '' : shown(it.caption),
        it.technologies.length === 0 ? '' : shown(it.technologies.join(', ')),
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
        shown(name),
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
    fields.steps.map(({ description }) => shown(description ?? '')),
  );
  for (const view of dynamic) for (const edge of view.edges()) expect(texts).toContain(edge.label ?? '');
});
