import { describe, expect, it } from 'vitest';
import { completeContent } from '../../../src/contract/rules/diagrams/content-defaults.js';

const box = (type: string, more: object = {}) => ({
  id: type,
  modelId: `model-${type}`,
  type,
  x: 0,
  y: 0,
  ...more,
});
const line = (originId: unknown, targetId: unknown, more: object = {}) => ({
  id: 'line',
  modelId: null,
  originId,
  targetId,
  ...more,
});

describe('incomplete diagram content', () => {
  it('has boxes of the default size of their type', () => {
    const objects = { actor: box('actor'), group: box('group'), app: box('app') };
    expect(completeContent({ id: 'd', objects }).objects).toEqual({
      actor: { ...objects.actor, width: 256, height: 160 },
      group: { ...objects.group, width: 512, height: 384 },
      app: { ...objects.app, width: 256, height: 128 },
    });
  });

  it('keeps given values', () => {
    const objects = {
      app: box('app', { width: 10, height: 20 }),
      store: box('store', { width: 1, height: 2 }),
    };
    const connections = {
      line: line('app', 'store', {
        lineShape: 'square',
        labelPosition: 10,
        originConnector: 'top-left',
        targetConnector: null,
        points: [{ x: 1, y: 2 }],
      }),
    };
    expect(completeContent({ id: 'd', objects, connections })).toEqual({ id: 'd', objects, connections });
  });

  it('has lines with default connectors, between drawn objects', () => {
    const objects = { app: box('app'), store: box('store') };
    const connections = { line: line('model-app', 'store'), loose: { ...line(null, 'nobody'), id: 'loose' } };
    expect(completeContent({ id: 'd', objects, connections }).connections).toMatchObject({
      line: { originId: 'app', targetId: 'store', lineShape: 'curved', labelPosition: 50, points: [] },
      loose: { originId: null, targetId: 'nobody' },
    });
  });

  it('gets no additional map', () => {
    expect(completeContent({ id: 'd' })).toEqual({ id: 'd' });
  });
});
