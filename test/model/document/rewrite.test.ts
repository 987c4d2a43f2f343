import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffModels } from '../../../src/model/compare/diff.js';
import {
  type Element,
  elementOf,
  elementsOf,
  ELEMENT_KINDS,
  type Model,
  modelOf,
} from '../../../src/model/document/element.js';
import { readModel, type SourceFile } from '../../../src/model/document/read.js';
import { rewriteModel } from '../../../src/model/document/rewrite.js';
import { writeModel } from '../../../src/model/document/write.js';
import { anyModel } from '../../support/generated-model.js';
import { SKETCH } from './sketch.js';

const file = (text: string, path = 'model.yaml'): SourceFile => ({ path, text });
const modelIn = (...files: SourceFile[]): Model => readModel(files).model;

/** A model with some elements others. */
function changed(model: Model, change: (element: Element) => Element | undefined, more: Element[] = []): Model {
  const elements = ELEMENT_KINDS.flatMap((kind) => elementsOf(model, kind)).flatMap((it) => change(it) ?? []);
  return modelOf([...elements, ...more], model);
}
const withFields = (model: Model, ids: Readonly<Record<string, Element['fields']>>): Model =>
  changed(model, (it) => ({ ...it, fields: { ...it.fields, ...ids[it.id] } }));

/** Lines that are in one text and not in the other. */
function lineChanges(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  return [
    ...old.filter((it) => !now.includes(it)).map((it) => `-${it}`),
    ...now.filter((it) => !old.includes(it)).map((it) => `+${it}`),
  ];
}

describe('a document that is rewritten', () => {
  it('says what the model says, whatever both say', () => {
    fc.assert(
      fc.property(anyModel, anyModel, fc.boolean(), (before, after, split) => {
        const files = rewriteModel(writeModel(before, { split }), after);
        expect(diffModels(modelIn(...files), after)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
  it('is byte for byte the same where the model is the same', () => {
    fc.assert(
      fc.property(anyModel, fc.boolean(), (model, split) => {
        const files = writeModel(model, { split });
        expect(rewriteModel(files, model)).toEqual(files);
      }),
      { numRuns: 20 },
    );
  });

  it('keeps all that does not change: comments, order, quotes, white space', () => {
    const model = withFields(modelIn(file(SKETCH)), { 'booking-db': { caption: 'Old: "and" loved' } });
    const [written] = rewriteModel([file(SKETCH)], model);
    expect(lineChanges(SKETCH, written?.text ?? '')).toEqual([
      '-          - { id: booking-db, type: store, name: Booking Database, technologies: [postgresql] }',
      '+          - { id: booking-db, type: store, name: Booking Database, caption: "Old: \\"and\\" loved", technologies: [ postgresql ] }',
    ]);
  });
});
