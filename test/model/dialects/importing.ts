import { expect } from 'vitest';
import type { ReadDialect } from '../../../src/model/dialects/readers.js';
import { resolve } from '../../../src/model/dialects/resolve/resolve.js';
import { elementsOf, type Place } from '../../../src/model/document/element.js';
import { positions } from '../../../src/model/document/finding.js';
import { readModel } from '../../../src/model/document/read.js';
import { writeModel } from '../../../src/model/document/write.js';
import { validate } from '../../../src/model/validate/validate.js';

type Texts = Readonly<Record<string, string>>;

/** Result of a reader, with findings as `file:line rule message`. The model must be valid. */
export function imported(read: ReadDialect, given: string | Texts, beside: Texts = {}) {
  const texts: Texts = typeof given === 'string' ? { main: given } : given;
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
  const sketch = read(files, (path) => {
    const found = Object.keys(beside).filter((it) => it === path || it.startsWith(`${path}/`));
    return found.length === 0 ? undefined : found.map((it) => ({ path: it, text: beside[it] ?? '' }));
  });
  const { model, findings } = resolve(sketch);
  const written = writeModel(model);
  expect(validate(written, readModel(written)).filter(({ severity }) => severity === 'error')).toEqual([]);
  const positionIn = new Map(
    Object.entries({ ...beside, ...texts }).map(([path, text]) => [path, positions(text)]),
  );
  const lineOf = ({ file, from }: Place): string => `${file}:${positionIn.get(file)?.(from).line}`;
  const fields = Object.fromEntries(elementsOf(model, 'object').map((it) => [it.id, it.fields]));
  return {
    model,
    sketch,
    /** Fields of objects by their ids. */
    fields,
    types: Object.fromEntries(Object.entries(fields).map(([id, it]) => [id, it.type])),
    /** `origin name target` of each connection. */
    connections: elementsOf(model, 'connection').map(
      ({ fields: it }) => `${it.origin} ${it.name} ${it.target}`,
    ),
    /** Ids of the objects on each diagram. */
    diagrams: Object.fromEntries(
      elementsOf(model, 'diagram').map((it) => [
        it.fields.name,
        (it.fields.objects as { object: string }[]).map(({ object }) => object),
      ]),
    ),
    findings: findings.map(
      ({ rule, place, message }) => `${place ? lineOf(place) : '-'} ${rule.split('/')[1]} ${message}`,
    ),
  };
}
