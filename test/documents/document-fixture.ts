import fc from 'fast-check';
import type { DocumentModel } from '../../src/documents/index.js';

/** A minimal model for tests of documents. */

type Some = Record<string, unknown>;

/** A model with one domain and the given records. */
export function modelOf(parts: Partial<Record<keyof DocumentModel, readonly Some[]>>): DocumentModel {
  const root = { id: 'root', name: '', type: 'root', status: 'live', domainId: 'd', parentId: null };
  const objects = (parts.objects ?? []).map((it) => ({
    type: 'system',
    status: 'live',
    domainId: 'd',
    parentId: 'root',
    parentIds: ['root'],
    ...it,
  }));
  const model = {
    title: 'Test',
    version: 'latest',
    domains: [{ id: 'd', name: 'Domain' }],
    connections: [],
    diagrams: [],
    contents: [],
    flows: [],
    tags: [],
    tagGroups: [],
    teams: [],
    technologies: [],
    ...parts,
    objects: [root, ...objects],
  };
  // Records with only the fields that a test is about.
  return model as unknown as DocumentModel;
}

/** Texts that break formats: their marks, line ends, quotes, formulas, other scripts. */
const PIECES = [
  ...['=1+1', '+', '-2', '@x', "'", "''=", '"', ',', ';', '\n', '\r\n', '\t', ' ', '|', '`', '```', '*', '_'],
  ...[
    '#',
    '# ',
    '<b>',
    '</script>',
    '&amp;',
    '&',
    '%%',
    '%',
    '[a](b)',
    '!',
    '~~',
    '\\',
    '{',
    '}',
    ':',
    '->>',
  ],
  ...['end', 'Ünï', '日本', '😀', 'a', 'Word', '\u202e', '1. ', '- ', '--', '"""', '<U+0041>', '$x$'],
];

/** A text of such pieces. */
export const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 4 })), { minLength: 1, maxLength: 6 })
  .map((pieces) => pieces.join(''));
