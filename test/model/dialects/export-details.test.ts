import { describe, expect, it } from 'vitest';
import { exportModel } from '../../../src/model/dialects/export.js';
import { readLikeC4 } from '../../../src/model/dialects/read/likec4/likec4.js';
import { readStructurizr } from '../../../src/model/dialects/read/structurizr/structurizr.js';
import { FORMATS } from '../../../src/model/dialects/writers.js';
import { type Element, elementsOf, modelOf } from '../../../src/model/document/element.js';
import { imported } from './importing.js';

const object = (id: string, type: string, more: Element['fields'] = {}): Element => ({
  kind: 'object',
  id,
  fields: { name: id, type, domain: 'sales', ...more },
});
const MODEL = modelOf(
  [
    { kind: 'domain', id: 'sales', fields: { name: 'Sales', labels: { cost: '7' } } },
    object('shop', 'system', { labels: { status: 'beta' }, status: 'future' }),
    object('bank', 'system', { links: [{ url: 'ftp://x.y' }, { url: 'https://x.y', name: 'Docs' }] }),
    { kind: 'object', id: 'web', fields: { name: 'web', type: 'app', parent: 'shop' } },
    {
      kind: 'connection',
      id: 'pays',
      fields: {
        name: 'Pays',
        origin: 'shop',
        target: 'bank',
        direction: 'outgoing',
        labels: { port: '443' },
        links: [{ url: 'https://y.z' }],
      },
    },
    {
      kind: 'diagram',
      id: 'all',
      fields: {
        name: 'All',
        type: 'context-diagram',
        domain: 'sales',
        objects: [{ object: 'bank' }, { object: 'web' }],
      },
    },
  ],
  { namespace: 'sales' },
);

const leftBy = (format: keyof typeof FORMATS) =>
  Object.fromEntries(exportModel(MODEL, FORMATS[format]).losses.map(({ what, count }) => [what, count]));
const textOf = (format: keyof typeof FORMATS): string =>
  exportModel(MODEL, FORMATS[format]).files[0]?.text ?? '';

describe('exported details', () => {
  it('rename labels that are words of LikeC4, and report it', () => {
    const model = modelOf([
      { kind: 'domain', id: 'sales', fields: { name: 'Sales' } },
      object('shop', 'system', { labels: { technology: 'Java' } }),
    ]);
    const { files, losses } = exportModel(model, FORMATS.likec4);
    expect(files[0]?.text).toMatch(/metadata \{\s+technology\w+ 'Java'/);
    expect(losses).toContainEqual(expect.objectContaining({ what: 'keys of labels that change', count: 1 }));
  });

  it.each([
    ['structurizr', readStructurizr],
    ['likec4', readLikeC4],
  ] as const)('include links and labels of connections, as %s', (format, read) => {
    const { model } = imported(read, textOf(format));
    expect(elementsOf(model, 'connection')[0]?.fields).toMatchObject({
      labels: { port: '443' },
      links: [{ url: 'https://y.z' }],
    });
  });

  it('are reported if a format cannot contain them', () => {
    expect(leftBy('structurizr')).toEqual({
      'labels with the name of a field': 1,
      'names of links': 1,
      'model objects on diagrams whose views cannot show them': 1,
      'labels of domains': 1,
    });
    expect(leftBy('likec4')).toEqual({ 'links that are not valid URLs': 1 });
    expect(leftBy('mermaid')).toMatchObject({ 'labels of domains': 1 });
    expect(leftBy('json')).toEqual({});
  });
});
