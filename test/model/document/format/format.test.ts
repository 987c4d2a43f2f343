import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffModels } from '../../../../src/model/compare/diff.js';
import { formatFile } from '../../../../src/model/document/format/format.js';
import { readModel } from '../../../../src/model/document/read.js';
import { writeModel } from '../../../../src/model/document/write.js';
import { runs } from '../../../support/property-runs.js';
import { anyModel } from '../../../support/writable-models.js';

const format = (text: string, path = 'model.yaml'): string => formatFile({ path, text }).text;

describe('a formatted file', () => {
  it('has a fixed order and indentation, and all its comments', () => {
    const text = `# yaml-language-server: $schema=./model.schema.json
connections:
- target: b   # where to
  id:   c
  name: 'C'
  origin: a
# What there is.
domains:
    -   name: D
        objects:   # what it has
        # The app.
        - {type: app, name: A, id: a}

        # The other one.
        - type: store
          name: "B"
          id: b
          labels:
             tier: '1'
        id: d
layout-is-unknown: kept
`;
    const formatted = format(text);
    expect(formatted).toBe(`# yaml-language-server: $schema=./model.schema.json
# What there is.
domains:
  - id: d
    name: D
    objects: # what it has
      # The app.
      - { id: a, name: A, type: app }

      # The other one.
      - { id: b, name: "B", type: store, labels: { tier: '1' } }
connections:
  - id: c
    name: 'C'
    origin: a
    target: b # where to
layout-is-unknown: kept
`);
    expect(format(formatted)).toBe(formatted);
  });

  it('is unchanged if archctl wrote it', () => {
    fc.assert(
      fc.property(anyModel, fc.boolean(), (model, split) => {
        for (const file of writeModel(model, { split })) {
          const once = formatFile(file);
          expect(formatFile(once)).toEqual(once);
          const [before, after] = [readModel([file]).model, readModel([once]).model];
          expect(diffModels(before, after)).toEqual([]);
        }
      }),
      { numRuns: runs(20) },
    );
  });

  it('is unchanged with comments and blank lines wherever a line ends', () => {
    const lines = `domains:
  - id: d
    name: D
    objects:
      - { id: a, name: A, type: app, parent: d }
      - name: B
        id: b
        tags:
          - one
          - two
        description: |
          two
          lines
connections:
  - { id: c, name: C, origin: a, target: b }
`.split('\n');
    const comments = lines.map(() => fc.array(fc.constantFrom('', '# one', '# two'), { maxLength: 4 }));
    fc.assert(
      fc.property(fc.tuple(...comments), (above) => {
        const text = lines
          .flatMap((line, at) => {
            const indent = /^ */.exec(line)?.[0] ?? '';
            const inLiteral = /^ +(?:two|lines)$/.test(line);
            return [...(inLiteral ? [] : (above[at] ?? []).map((it) => it && indent + it)), line];
          })
          .join('\n');
        const once = format(text);
        expect(format(once)).toBe(once);
        expect(once).not.toMatch(/ $/m);
        expect(once.match(/# (?:one|two)$/gm)?.length).toBe(text.match(/# (?:one|two)$/gm)?.length);
      }),
      { numRuns: runs(100) },
    );
  });

  it('accounts for quotes, so that formatting is idempotent', () => {
    for (let length = 20; length < 60; length += 1) {
      const text = `objects:
  - id: a
    name: ${'x'.repeat(length)}
    type: app
    caption: a"b'c"d'e", f
`;
      const once = format(text);
      expect(format(once)).toBe(once);
    }
  });

  it('is not reordered if that would change its meaning', () => {
    const text = 'domains:\n  - { name: &n D, id: *n }\n';
    expect(() => format(text)).toThrow('cannot be formatted');
  });

  it('is reported with a position if it cannot be read', () => {
    expect(() => format('objects:\n  - { id: a\n')).toThrow(/^model\.yaml:\d+:\d+: /);
  });
});
