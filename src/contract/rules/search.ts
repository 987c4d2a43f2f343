import type { Doc } from '../doc.js';
import type { SEARCH_TYPES } from '../enums.js';
import type { Kind, RecordReader } from '../records.js';
import { folded } from './text-match.js';

export type SearchType = (typeof SEARCH_TYPES)[number];

/** A search result; `score` is above 0 and at most 1 (docs/service.md#search). */
export interface Hit {
  type: SearchType;
  doc: Doc;
  score: number;
}

/** Searched kinds. Model objects and diagrams have types of their own; the other kinds have a single one. */
const SEARCHED: readonly { kind: Kind; type?: SearchType }[] = [
  { kind: 'modelObject' },
  { kind: 'diagram' },
  { kind: 'modelConnection', type: 'connection' },
  { kind: 'flow', type: 'flow' },
];

/** Searched texts besides the name, and the weight of a word in them. */
const TEXTS = [
  { field: 'caption', weight: 0.3 },
  { field: 'description', weight: 0.2 },
] as const;

/**
 * Searches a version; returns the best match first, then creation order. Each word of the text must occur in the name,
 * the caption or the description, ignoring case and accents.
 */
export function search(
  reader: RecordReader,
  versionId: string,
  { text, types, limit }: { text: string; types?: readonly string[] | undefined; limit: number },
): Hit[] {
  const phrase = folded(text).trim();
  const words = phrase.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return [];
  const hits = SEARCHED.flatMap(({ kind, type }) => {
    const docs: readonly { doc: Doc }[] = reader.ofVersion(kind, versionId);
    return docs.flatMap(({ doc }): Hit[] => {
      const ownType = type ?? (doc.type as SearchType);
      if (types !== undefined && !types.includes(ownType)) return [];
      const score = scoreOf(doc, phrase, words);
      return score === 0 ? [] : [{ type: ownType, doc, score }];
    });
  });
  return hits.sort((a, b) => b.score - a.score).slice(0, limit);
}

/**
 * Score of a record: the whole phrase counts more than its words, and the name more than other texts; 0 if a word is
 * missing.
 */
function scoreOf(doc: Doc, phrase: string, words: readonly string[]): number {
  const name = folded(String(doc.name ?? ''));
  if (name === phrase) return 1;
  if (name.startsWith(phrase)) return 0.9;
  const found = words.map((word) => wordScore(doc, name, word));
  return found.includes(0) ? 0 : rounded(found.reduce((sum, it) => sum + it, 0) / found.length);
}

function wordScore(doc: Doc, name: string, word: string): number {
  if (name.split(/[^\p{L}\p{N}]+/u).some((it) => it.startsWith(word))) return 0.7;
  if (name.includes(word)) return 0.5;
  return TEXTS.find(({ field }) => folded(String(doc[field] ?? '')).includes(word))?.weight ?? 0;
}

const rounded = (score: number): number => Math.round(score * 100) / 100;
