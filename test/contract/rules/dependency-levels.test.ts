import { describe, expect, it } from 'vitest';
import {
  type LeveledObject,
  levelOf,
  liftConnections,
} from '../../../src/contract/rules/dependency-levels.js';

const OBJECTS: readonly LeveledObject[] = [
  { id: 'root', type: 'root' },
  { id: 'shop', type: 'system', parentId: 'root' },
  { id: 'web', type: 'app', parentId: 'shop' },
  { id: 'cart', type: 'component', parentId: 'web' },
  { id: 'db', type: 'store', parentId: 'shop' },
  { id: 'bank', type: 'system', parentId: 'root' },
  { id: 'zone', type: 'group', parentId: 'bank' },
  { id: 'ledger', type: 'app', parentId: 'zone' },
];
const objects = new Map(OBJECTS.map((it) => [it.id, it]));
const line = (originId: string, targetId: string, viaId?: string) => ({
  id: `${originId}>${targetId}`,
  originId,
  targetId,
  ...(viaId && { viaId }),
});
const lift = (focus: string, level: 'system' | 'app' | 'component', ...lines: ReturnType<typeof line>[]) => {
  const { connections, inside } = liftConnections(lines, objects, { level, focus });
  return { lines: connections.map(({ originId, targetId }) => `${originId}>${targetId}`), inside };
};

describe('lifted connections', () => {
  it('end at ancestors of the level or above, through groups', () => {
    expect(lift('web', 'system', line('cart', 'ledger'))).toEqual({ lines: ['cart>bank'], inside: 0 });
    expect(lift('bank', 'app', line('cart', 'ledger'))).toEqual({ lines: ['web>ledger'], inside: 0 });
    expect(lift('bank', 'component', line('cart', 'zone'))).toEqual({ lines: ['cart>zone'], inside: 0 });
    const { connections } = liftConnections([line('cart', 'bank', 'ledger')], objects, {
      level: 'system',
      focus: 'shop',
    });
    expect(connections[0]).toMatchObject({ viaId: 'bank' });
  });

  it('leave out those inside one object, and count those of the focus', () => {
    expect(lift('web', 'system', line('web', 'db'), line('cart', 'bank'))).toEqual({
      lines: ['cart>bank'],
      inside: 1,
    });
    expect(lift('bank', 'system', line('web', 'db'))).toEqual({ lines: [], inside: 0 });
    // It was a connection with the ancestor itself.
    expect(lift('web', 'system', line('web', 'shop'))).toEqual({ lines: ['web>shop'], inside: 0 });
  });

  it('keep objects without a level, and end in a cycle of parents', () => {
    const cycle = new Map([
      ['a', { id: 'a', type: 'group', parentId: 'b' }],
      ['b', { id: 'b', type: 'group', parentId: 'a' }],
    ]);
    const { connections } = liftConnections([line('a', 'c')], cycle, { level: 'system', focus: 'd' });
    expect(connections).toEqual([line('a', 'c')]);
    expect(['actor', 'store', 'component', 'group', 'root', undefined].map(levelOf)).toEqual([
      'system',
      'app',
      'component',
      undefined,
      undefined,
      undefined,
    ]);
  });
});
