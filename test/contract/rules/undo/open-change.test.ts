import { describe, expect, it } from 'vitest';
import type { Doc, Fields } from '../../../../src/contract/doc.js';
import { changeMade } from '../../../../src/contract/rules/undo/open-change.js';

/** The change that an interrupted command made, judged by the current record. */

const BEFORE: Doc = {
  id: 'a',
  name: 'Api',
  caption: 'Old',
  tagIds: ['t'],
  labels: { team: 'port' },
  links: {},
};
const LINK = { id: 'l', index: 0, url: 'https://a.example', customName: null };

const made = (bodies: readonly Fields[] | undefined, now: Doc | null, before: Doc | null = BEFORE) =>
  changeMade({ kind: 'modelObject', id: 'a', name: 'Api', before, ...(bodies && { bodies }) }, now);

describe('the change of an update', () => {
  it.each<[string, Fields[] | undefined, Doc | null, Fields | undefined, Fields | null | undefined]>([
    ['that was not sent', [{ caption: 'New' }], BEFORE, undefined, undefined],
    [
      'that was carried out',
      [{ caption: 'New' }],
      { ...BEFORE, caption: 'New' },
      { caption: 'Old' },
      { caption: 'New' },
    ],
    [
      'of which another user changed a field since',
      [{ caption: 'New' }],
      { ...BEFORE, caption: 'Theirs' },
      { caption: 'Old' },
      { caption: 'New' },
    ],
    [
      'beside changes of another user',
      [{ caption: 'New' }],
      { ...BEFORE, caption: 'New', name: 'Theirs', tagIds: ['t', 'u'] },
      { caption: 'Old' },
      { caption: 'New' },
    ],
    [
      'of two, the first of which was carried out',
      [{ name: 'Temporary' }, { name: 'Final', caption: 'New' }],
      { ...BEFORE, name: 'Temporary' },
      { name: 'Api' },
      { name: 'Temporary' },
    ],
    [
      'of entries that the service completes',
      [{ links: { $add: { l: LINK } } }],
      { ...BEFORE, links: { l: { ...LINK, state: 'valid' } } },
      { links: {} },
      { links: { l: { ...LINK, state: 'valid' } } },
    ],
    [
      'of a map to which another user added an entry',
      [{ labels: { team: 'quay' } }],
      { ...BEFORE, labels: { team: 'quay', theirs: 'yes' } },
      { labels: { team: 'port' } },
      { labels: { team: 'quay' } },
    ],
    [
      'whose body is unknown',
      undefined,
      { ...BEFORE, caption: 'New', commit: 9 },
      { caption: 'Old' },
      { caption: 'New' },
    ],
  ])('%s', (_, bodies, now, before, after) => {
    const change = made(bodies, now);
    expect([change?.before, change?.after]).toEqual([before, after]);
  });
});

it('a record that is missing now was deleted, and one that exists was created or not deleted', () => {
  const { id: _, ...fields } = BEFORE;
  expect(made(undefined, null)).toMatchObject({ before: fields, after: null });
  expect(made([], BEFORE)).toBeUndefined();
  expect(made([{ name: 'Api' }], { ...BEFORE, caption: 'Theirs' }, null)).toMatchObject({
    before: null,
    after: { ...fields, caption: 'Theirs' },
  });
  expect(made([{ caption: 'Old' }], { ...BEFORE, caption: 'Theirs' }, null)?.after).toMatchObject({
    caption: 'Old',
  });
  expect(made([{ name: 'Api' }], null, null)).toBeUndefined();
});
