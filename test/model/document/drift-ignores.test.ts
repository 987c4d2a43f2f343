import { describe, expect, it } from 'vitest';
import { mergeModels } from '../../../src/model/compare/merge.js';
import { isDate, isExpired } from '../../../src/model/document/drift-ignores.js';
import { positions } from '../../../src/model/document/finding.js';
import { formatFile } from '../../../src/model/document/format/format.js';
import { rewriteFile, rewriteModel } from '../../../src/model/document/format/rewrite.js';
import { readModel } from '../../../src/model/document/read.js';
import { documentSchema } from '../../../src/model/document/schema.js';
import { writeModel } from '../../../src/model/document/write.js';
import { validate } from '../../../src/model/validate/validate.js';

const DOCUMENT = `namespace: n
drift:
  ignore:
    # Support edits the captions.
    - { element: shop, field: caption, reason: Edited by support, until: 2027-03-31 }
    - element: diagram:**
      field: layout
      reason: People arrange diagrams in the app.
domains:
  - id: d
    name: D
    objects:
      - { id: shop, type: system, name: Shop }
`;

const fileOf = (text: string) => ({ path: 'm.yaml', text });
const modelIn = (text: string) => readModel([fileOf(text)]).model;
const ENTRIES = [
  { element: 'shop', field: 'caption', reason: 'Edited by support', until: '2027-03-31' },
  { element: 'diagram:**', field: 'layout', reason: 'People arrange diagrams in the app.' },
];
const entriesOf = (text: string) => modelIn(text).driftIgnores.map(({ places: _, ...entry }) => entry);
const withEntries = (...lines: string[]): string =>
  [
    'namespace: n',
    'drift:',
    '  ignore:',
    ...lines.map((it) => `    - ${it}`),
    'domains: [{ id: shop, name: Shop }]',
    '',
  ].join('\n');
/** Findings of the section, as `line:column rule`. */
const findingsOf = (text: string): string[] => {
  const files = [fileOf(text)];
  return validate(files, readModel(files)).map(({ rule, place }) => {
    const { line, column } = positions(text)(place?.from ?? 0);
    return `${line}:${column} ${rule}`;
  });
};

describe('drift: ignore: in a document', () => {
  it('is read, with a position, and written again', () => {
    expect(findingsOf(DOCUMENT)).toEqual([]);
    expect(entriesOf(DOCUMENT)).toEqual(ENTRIES);
    const { driftIgnores } = modelIn(DOCUMENT);
    const at = driftIgnores.map(({ places }) => positions(DOCUMENT)(places?.whole.from ?? 0));
    expect(at.map(({ line, column }) => [line, column])).toEqual([
      [5, 7],
      [6, 7],
    ]);
    const [written] = writeModel(modelIn(DOCUMENT));
    expect(entriesOf(written?.text ?? '')).toEqual(ENTRIES);
    expect(written?.text.indexOf('drift:')).toBeLessThan(written?.text.indexOf('domains:') ?? 0);
  });

  it('is collected from all files', () => {
    const files = [
      fileOf(DOCUMENT),
      { path: 'b.yaml', text: 'drift: { ignore: [{ element: d, reason: R }] }\n' },
    ];
    const { model, findings } = readModel(files);
    expect([findings, model.driftIgnores.length]).toEqual([[], 3]);
  });

  it.each([
    ['without a reason', '{ element: shop }', '4:7 schema/required'],
    ['with an empty reason', '{ element: shop, reason: " " }', '4:32 value/empty'],
    ['with a reason that is not written', '{ element: shop, reason: }', '4:32 value/empty'],
    ['without an element', '{ reason: R }', '4:7 schema/required'],
    ['with a day that does not exist', '{ element: shop, reason: R, until: 2027-02-30 }', '4:42 schema/date'],
    ['with a malformed date', '{ element: shop, reason: R, until: soon }', '4:42 schema/date'],
    ['with a time', '{ element: shop, reason: R, until: 2027-02-03T04:05:06Z }', '4:42 schema/date'],
    ['with an unknown key', '{ element: shop, reason: R, untill: 2027-02-03 }', '4:35 schema/unknown-key'],
    ['of an unknown element', '{ element: chop, reason: R }', '4:18 drift/unknown-element'],
    ['of an unknown container', '{ element: chop/**, reason: R }', '4:18 drift/unknown-element'],
    ['of an unknown field', '{ element: shop, field: captain, reason: R }', '4:31 drift/unknown-field'],
    ['that is a text', 'shop', '4:7 schema/shape'],
  ])('has a finding for an entry %s', (_, entry, finding) => {
    expect(findingsOf(withEntries(entry))).toEqual([finding]);
  });

  it.each([
    ['drift: soon', '1:8 schema/shape'],
    ['drift: { ignore: shop }', '1:18 schema/shape'],
    ['drift: { ignored: [] }', '1:10 schema/unknown-key'],
  ])('has a finding for %s', (text, finding) => {
    expect(findingsOf(`${text}\n`)).toEqual([finding]);
  });

  it('has a finding for the name of several elements, and none for an adopted handle', () => {
    const twice = DOCUMENT.replace('name: D', 'name: Shop').replace('element: shop', 'element: Shop');
    expect(findingsOf(twice)).toEqual(['5:18 drift/ambiguous-element']);
    const adopted = `${withEntries('{ element: h-1, reason: R }')}adopted: |\n  object h-1\n`;
    expect(findingsOf(adopted)).toEqual([]);
  });

  it('is kept by a rewrite, byte for byte, and by the formatter', () => {
    const wanted = modelIn(DOCUMENT.replace('name: Shop', 'name: Store'));
    const [file] = rewriteModel([fileOf(DOCUMENT)], { ...wanted, driftIgnores: [] });
    expect(file?.text).toBe(DOCUMENT.replace('name: Shop', 'name: Store'));
    expect(formatFile(fileOf(DOCUMENT)).text).toContain('    # Support edits the captions.\n');
    const messy = DOCUMENT.replace('{ element: shop, field: caption,', '{   field: caption, element: shop,');
    expect(formatFile(fileOf(messy)).text).toBe(formatFile(fileOf(DOCUMENT)).text);
  });

  it('is merged by element and field', () => {
    const ours = DOCUMENT.replace('Edited by support', 'Edited by marketing');
    const theirs = DOCUMENT.replace('2027-03-31', '2027-06-30').replace(
      'domains:',
      '    - { element: d, reason: New }\ndomains:',
    );
    const { model, conflicts } = mergeModels(modelIn(DOCUMENT), modelIn(ours), modelIn(theirs));
    expect(conflicts).toEqual([]);
    const [merged] = rewriteFile(fileOf(ours), model);
    expect(merged?.text).toContain('# Support edits the captions.');
    expect(entriesOf(merged?.text ?? '')).toEqual([
      { ...ENTRIES[0], reason: 'Edited by marketing', until: '2027-06-30' },
      ENTRIES[1],
      { element: 'd', reason: 'New' },
    ]);
  });

  it('of which one side removed an entry, or all, loses it', () => {
    const without = DOCUMENT.replace(/drift:[\s\S]*(?=domains:)/, '');
    expect(entriesOf(without)).toEqual([]);
    const { model } = mergeModels(modelIn(DOCUMENT), modelIn(DOCUMENT), modelIn(without));
    expect(rewriteFile(fileOf(DOCUMENT), model)[0]?.text).toBe(without);
  });

  it('has a conflict if both sides changed the same field', () => {
    const [ours, theirs] = ['A', 'B'].map((it) => modelIn(DOCUMENT.replace('Edited by support', it)));
    const { conflicts } = mergeModels(modelIn(DOCUMENT), ours ?? modelIn(''), theirs ?? modelIn(''));
    expect(conflicts).toMatchObject([
      { kind: 'document', field: 'drift.ignore shop.reason', ours: 'A', theirs: 'B' },
    ]);
  });

  it('is in the JSON Schema', () => {
    expect(documentSchema()).toMatchObject({
      $defs: {
        document: {
          properties: {
            drift: {
              properties: {
                ignore: {
                  items: {
                    required: ['element', 'reason'],
                    properties: { until: { pattern: '^\\d{4}-\\d{2}-\\d{2}$' } },
                    additionalProperties: false,
                  },
                },
              },
              additionalProperties: false,
            },
          },
        },
      },
    });
  });
});

describe('the last day of an entry', () => {
  it('is included', () => {
    const entry = { element: 'a', reason: 'R', until: '2027-03-31' };
    expect(['2027-03-30', '2027-03-31', '2027-04-01'].map((it) => isExpired(entry, it))).toEqual([
      false,
      false,
      true,
    ]);
    expect(isExpired({ element: 'a', reason: 'R' }, '9999-12-31')).toBe(false);
  });

  it.each(['2027-13-01', '2027-02-29', '27-01-01', '2027-1-1', '2027-01-01 ', ''])(
    '%j is not a date',
    (it) => {
      expect(isDate(it)).toBe(false);
    },
  );

  it.each(['2028-02-29', '2027-12-31'])('%j is a date', (it) => {
    expect(isDate(it)).toBe(true);
  });
});
