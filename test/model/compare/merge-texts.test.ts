import { describe, expect, it } from 'vitest';
import { mergeTexts } from '../../../src/model/index.js';

const BASE = `# Ours to keep.
namespace: shop
domains:
  - id: d
    name: D
    objects:
      - { id: api, type: app, name: API }
      - { id: web, type: app, name: Website }
`;

const merged = (ours: string, theirs: string, options?: { name: string }) =>
  mergeTexts(
    {
      base: { path: 'base.yaml', text: BASE },
      ours: { path: 'model.yaml', text: ours },
      theirs: { path: 'theirs.yaml', text: theirs },
    },
    options,
  );

describe('mergeTexts', () => {
  it('takes changes of both sides, without a failure', () => {
    const ours = BASE.replace('Website', 'Site');
    const theirs = BASE.replace('API', 'Interface').replace('# Ours to keep.\n', '');
    expect(merged(ours, theirs)).toEqual({ text: ours.replace('API', 'Interface'), conflicts: [] });
  });

  it('returns the only changed side byte for byte', () => {
    const theirs = `${BASE}\n\n# Two empty lines above.\n`;
    expect(merged(BASE, theirs)).toEqual({ text: theirs, conflicts: [] });
  });

  it('marks conflicts, and describes them in words of the library', () => {
    const { text, conflicts, failure } = merged(
      BASE.replace('API', 'One'),
      BASE.replace('API', 'Two').replace('Website', 'Site'),
      { name: 'models/shop.yaml' },
    );
    expect(text).toContain(
      '<<<<<<< ours\n      - { id: api, type: app, name: One }\n=======\n      - { id: api, type: app, name: Two }\n>>>>>>> theirs\n',
    );
    expect(text).toContain('name: Site');
    expect(conflicts).toEqual(['model object api, name: base "API", ours "One", theirs "Two"']);
    expect(failure).toMatchObject({ kind: 'check', message: 'models/shop.yaml has 1 conflict.' });
    expect(failure?.facts.hint).toContain('`validate`');
  });

  it('merges line by line if a version cannot be parsed', () => {
    const { text, failure } = merged(BASE.replace('shop', '"shop'), BASE.replace('Website', 'Site'));
    expect(text).toBe(BASE.replace('shop', '"shop').replace('Website', 'Site'));
    expect(failure).toMatchObject({ kind: 'usage', message: expect.stringContaining('line by line') });
    expect(failure?.message).toContain('model.yaml:');
  });

  it('rejects decisions and incomplete arguments', () => {
    const file = { path: 'a.md', text: '# A\n' };
    expect(() => mergeTexts({ base: file, ours: file, theirs: file })).toThrow('a.md is a decision');
    expect(() => mergeTexts({ base: file } as never)).toThrow('The argument "sides" of mergeTexts');
  });
});
