import { describe, expect, it } from 'vitest';
import { mergeModels } from '../../../src/model/compare/merge.js';
import { adoptedText, adoptionKey } from '../../../src/model/document/adopted.js';
import { modelOf } from '../../../src/model/document/element.js';
import { rewriteModel } from '../../../src/model/document/format/rewrite.js';
import { readModel } from '../../../src/model/document/read.js';
import { writeModel } from '../../../src/model/document/write.js';

const adopting = (...adopted: string[]) => modelOf([], { namespace: 'n', adopted: new Set(adopted) });

describe('adopted records of a document', () => {
  it('are written sorted, one per line, and read back', () => {
    const [file] = writeModel(adopting('tag b', 'object a'));
    expect(file?.text).toContain('\nadopted: |\n  object a\n  tag b\n');
    const { model, findings } = readModel(file ? [file] : []);
    expect([findings, adoptedText(model.adopted)]).toEqual([[], 'object a\ntag b\n']);
  });

  it('are collected from all files, and written into one by a rewrite', () => {
    const files = [
      { path: 'a.yaml', text: 'namespace: n\n' },
      { path: 'b.yaml', text: '# Ours\nadopted: |\n  object a\n' },
      { path: 'c.json', text: '{"adopted": "tag b\\nobject c", "landscape": "L"}\n' },
    ];
    expect(adoptedText(readModel(files).model.adopted)).toBe('object a\nobject c\ntag b\n');
    const [a, b, c] = rewriteModel(files, adopting('object c', 'object d'));
    expect([a?.text, b?.text]).toEqual(['namespace: n\n', '# Ours\nadopted: |\n  object c\n  object d\n']);
    expect(JSON.parse(c?.text ?? '')).toEqual({ landscape: 'L' });
    const none = rewriteModel(files, adopting());
    expect(adoptedText(readModel(none).model.adopted)).toBe('');
  });

  it('of two branches are merged as a set', () => {
    const { model } = mergeModels(
      adopting('object a', 'object b', 'object c'),
      adopting('object a', 'object b', 'object d'),
      adopting('object b', 'object c', 'object e'),
    );
    expect(adoptedText(model.adopted)).toBe('object b\nobject d\nobject e\n');
  });

  it.each(['', 'a b', 'a\nobject b', 'a\u202e', '"a"'])('cannot have the handle %j', (handle) => {
    expect(adoptionKey('object', handle)).toBeUndefined();
  });

  it.each([
    ['KIND HANDLE of a kind that there is not', 'thing a'],
    ['a conflict marker', '<<<<<<< ours'],
    ['a list', '\n  - object a'],
  ])('are an error for %s', (_, line) => {
    const { findings } = readModel([{ path: 'm.yaml', text: `adopted: ${line}\n` }]);
    expect(findings).toMatchObject([{ rule: 'schema/shape', severity: 'error' }]);
  });
});
