import { describe, expect, it } from 'vitest';
import { rowCache } from '../../src/sandbox/store/row-cache.js';

/** A table of rows that counts how often it is read. */
function table(length: number) {
  const reads: string[] = [];
  const cache = rowCache((_kind, id) => {
    reads.push(id);
    return id.startsWith('none') ? undefined : { seq: 1, data: id.padEnd(length) };
  });
  return { cache, reads, get: (id: string) => cache.get('tag', id)?.data.trim() };
}

describe('rows that are kept', () => {
  it('are read once, and so are those that are not there', () => {
    const { get, reads } = table(10);
    expect([get('a'), get('a'), get('none'), get('none')]).toEqual(['a', 'a', undefined, undefined]);
    expect(reads).toEqual(['a', 'none']);
  });

  it('are what was put last, whatever was read before', () => {
    const { cache, get, reads } = table(10);
    get('a');
    cache.put('tag', 'a', { seq: 1, data: 'new' });
    cache.put('tag', 'b', undefined);
    expect([get('a'), get('b')]).toEqual(['new', undefined]);
    cache.forget();
    expect([get('a'), get('b'), reads]).toEqual(['a', 'b', ['a', 'a', 'b']]);
  });

  it('make room for others once there are too many, but for those that are used', () => {
    const { get, reads } = table(90_000);
    get('first');
    for (let count = 0; count < 400; count += 1) {
      get(`row ${count}`);
      get('used');
    }
    get('first');
    expect(reads.filter((id) => id === 'first')).toHaveLength(2);
    expect(reads.filter((id) => id === 'used')).toHaveLength(1);
    expect(reads.filter((id) => id === 'row 399')).toHaveLength(1);
  });

  it('are none that are long, not even as they were before', () => {
    const { cache, get, reads } = table(10);
    get('a');
    cache.put('tag', 'a', { seq: 1, data: 'x'.repeat(200_000) });
    expect([get('a'), reads]).toEqual(['a', ['a', 'a']]);
  });
});
