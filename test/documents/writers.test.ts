import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlOf, llmsOf, markdownOf, printedLines } from '../../src/documents/index.js';
import { hostileText, modelOf } from './document-fixture.js';

const NO_PICTURES = new Map<string, string>();
const shop = { id: 'a', name: 'Shop', description: 'Sells things.\n\nAll day.', technologyIds: ['t'] };
const bank = { id: 'b', name: 'Bank', external: true, status: 'future' };
const till = { id: 'c', name: 'Till', type: 'app', parentId: 'a', parentIds: ['root', 'a'] };
const model = modelOf({
  objects: [shop, bank, till],
  connections: [
    {
      id: 'x',
      name: 'Pays',
      originId: 'a',
      targetId: 'b',
      viaId: 'c',
      status: 'live',
      direction: 'outgoing',
    },
  ],
  technologies: [{ id: 't', name: 'Rust' }],
  diagrams: [{ id: 'g', name: 'Overview', type: 'context-diagram', modelId: 'a' }],
  contents: [
    {
      id: 'g',
      objects: { one: { id: 'one', modelId: 'a' }, two: { id: 'two', modelId: 'b' } },
      connections: { l: { id: 'l', originId: 'one', targetId: 'two', modelId: 'x' } },
    },
  ],
});

describe('Markdown', () => {
  it('has a heading for each object, below its parent, and links to the others', () => {
    const text = markdownOf(model);
    expect(text.match(/^#+ .*/gm)).toEqual([
      '# Test',
      '## Domain: Domain',
      '### System: Shop',
      '#### App: Till',
      '### System: Bank',
      '## Diagrams',
      '### Overview',
    ]);
    expect(text).toContain('- **Technologies:** Rust');
    expect(text).toContain('- **Calls:** [Bank (Pays, via Till)](#object-b)');
    expect(text).toContain('- **Status:** future, external');
    expect(text).toContain('Sells things.\n\nAll day.');
    expect(text).toContain('```mermaid\nflowchart TB\n  o1["Shop"]\n  o2["Bank"]\n  o1 -->|"Pays"| o2\n```');
  });

  it('links only to its own headings', () => {
    const text = markdownOf(model);
    const targets = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, target]) => target);
    expect(targets).not.toEqual([]);
    for (const target of targets) expect(text).toContain(`<a id="${target}"></a>`);
  });
});

describe('HTML', () => {
  it('contains the given pictures, and no other tags than its own', () => {
    const picture = '<svg width="10" height="10"><text>Shop</text></svg>';
    expect(htmlOf(model, new Map([['g', picture]]))).toContain(
      `<figure role="img" aria-label="Overview">${picture}</figure>`,
    );
    fc.assert(
      fc.property(hostileText, hostileText, hostileText, (name, description, url) => {
        const links = { l: { id: 'l', index: 0, url, name: description } };
        const html = htmlOf(modelOf({ objects: [{ ...shop, name, description, links }] }), NO_PICTURES);
        const tags = [...html.matchAll(/<\/?([a-z!][a-z0-9]*)/gi)].map(([, tag]) => tag);
        const own = 'doctype html head meta title style body h1 h2 h3 dl dt dd p br a'.split(' ');
        expect(tags.filter((tag) => !own.includes(tag?.replace('!', '') ?? ''))).toEqual([]);
        for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(#|https?:)/);
      }),
    );
  });
});

describe('text for language models', () => {
  it('has one line for each fact, without pictures', () => {
    const lines = llmsOf(model).trimEnd().split('\n');
    expect(lines).toContain('### System: Shop');
    expect(lines).toContain('Sells things. All day.');
    expect(lines).toContain('Called by: Shop (Pays, via Till)');
    expect(lines.filter((line) => /mermaid|flowchart|<svg/.test(line))).toEqual([]);
    expect(printedLines(model)).toEqual(lines);
  });
});

describe('Markdown of hostile text', () => {
  it('keeps its structure of headings, fences and lists', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (name, description) => {
        const text = markdownOf(modelOf({ objects: [{ ...shop, name, description }] }));
        expect(text.match(/^#+ /gm)).toHaveLength(3);
        expect(text.match(/^\s*```/gm)).toBeNull();
        expect(text).not.toMatch(/<(?!\/?a[ >])/);
        expect(text).not.toMatch(/(?<!\\)\]\((?!#|<https?:)/);
      }),
    );
  });
});
