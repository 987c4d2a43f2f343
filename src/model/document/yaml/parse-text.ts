import type { Document } from 'yaml';
import { parseYamlDocument } from '../../../base/parse-yaml.js';
import { treeOfEvents } from './event-tree.js';
import type { SyntaxNode } from './tree.js';

interface ParsedText {
  /** Root node; null for an empty text. Incomplete if the text has errors. */
  root: SyntaxNode | null;
  /** The document with its errors, if the text has errors. */
  faulty?: Document;
}

/** Parses a YAML text of one document. Duplicate keys are not errors here. */
export function parseText(text: string): ParsedText {
  const root = treeOfEvents(text);
  if (root !== undefined) return { root };
  const yaml = parseYamlDocument(text, { uniqueKeys: false, version: '1.2' });
  return { root: yaml.contents, ...(yaml.errors.length > 0 && { faulty: yaml }) };
}
