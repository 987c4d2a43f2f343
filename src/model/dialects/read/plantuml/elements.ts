import type { BoundaryKeyword, Item } from '../pictures/picture.js';

/**
 * Parser of elements of component and deployment diagrams: `component "Label" as Alias {`.
 *
 *     element = keyword names | "[" name "]" rest | ":" name ":" rest | "()" names | "(" name ")" rest
 *     names   = name ["as" name] rest | [alias] "[" text of several lines "]"
 *     name    = word | '"' text '"' | "[" text "]" | ":" text ":" | "(" text ")"
 *     rest    = { "as" name | "<<" stereotype ">>" | "#" color | "$" tag } ["{"]
 */

export interface Declaration {
  alias: string;
  label: string;
  is: Exclude<Item['is'], 'boundary'>;
  /** Type as a boundary; an element without one is opened itself. */
  word: BoundaryKeyword | undefined;
  isOpened: boolean;
  /** Whether its text continues up to a line with a bracket. */
  isTextOpen: boolean;
  isExternal: boolean;
  hasStatedType: boolean;
  /** Whether the model cannot hold it. */
  isUnsupported: boolean;
}

type Kind = Pick<Declaration, 'is' | 'word'>;

const ofKind = (kind: Kind, words: string): Record<string, Kind> =>
  Object.fromEntries(words.split(' ').map((it) => [it, kind]));

const APP: Kind = { is: 'app', word: 'plain' };
const ACTOR: Kind = { is: 'actor', word: 'group' };

const KINDS: Readonly<Record<string, Kind>> = {
  ...ofKind(
    APP,
    'component interface agent control entity boundary circle collections label process action usecase',
  ),
  ...ofKind({ is: 'app', word: 'group' }, 'artifact card file hexagon stack'),
  ...ofKind({ is: 'system', word: 'group' }, 'rectangle node cloud frame folder package namespace'),
  ...ofKind({ is: 'store', word: undefined }, 'storage database queue'),
  ...ofKind(ACTOR, 'actor person'),
};

/** C4 types by stereotype; `<<component>>` is a UML word and may mean any of them. */
const STEREOTYPES: Readonly<Record<string, Kind>> = {
  person: { is: 'actor', word: 'group' },
  system: { is: 'system', word: 'system' },
  'software system': { is: 'system', word: 'system' },
  container: { is: 'app', word: 'group' },
};

const KEYWORD = /^([a-z]+)\/?(?=$|[\s"[:({])/i;
const TOKEN =
  /\s*(?:"([^"]*)"|\[\[[^\]]*\]\]|\[([^\]]*)\]|<<([^>]*)>>|(#[^\s{]+)|(\$[^\s{]+)|(\{)|:([^:]*):|(\()([^()]*)\)|([^\s"[\]{}<>]+))/y;

/** Parses a declaration; undefined if the line is none. */
export function declarationIn(line: string): Declaration | undefined {
  const keyword = KEYWORD.exec(line)?.[1]?.toLowerCase();
  const kind = keyword !== undefined && Object.hasOwn(KINDS, keyword) ? KINDS[keyword] : undefined;
  if (keyword !== undefined && kind) {
    const rest = line.slice(KEYWORD.exec(line)?.[0].length);
    return declarationOf(rest, kind, keyword === 'usecase');
  }
  if (line.startsWith('()')) return declarationOf(line.slice(2), APP, false);
  if (line.startsWith('[')) return declarationOf(line, APP, false);
  if (line.startsWith(':')) return declarationOf(line, ACTOR, false);
  return line.startsWith('(') ? declarationOf(line, APP, true) : undefined;
}

interface Words {
  names: { text: string; isBare: boolean }[];
  as: number;
  isOpened: boolean;
  isExternal: boolean;
  stereotypeKind?: Kind;
}

/** Parses names; undefined if anything else remains, since the line is then no declaration. */
function declarationOf(text: string, kind: Kind, isUnsupported: boolean): Declaration | undefined {
  const open = /^(\w*)[ \t]*\[([^\]]*)$/.exec(text.trimStart());
  if (open) {
    const [, alias = '', label = ''] = open;
    return {
      ...kind,
      alias,
      label,
      isOpened: false,
      isTextOpen: true,
      isExternal: false,
      hasStatedType: false,
      isUnsupported,
    };
  }
  const words = wordsOf(text);
  if (!words || words.names.length > 2) return undefined;
  const [first, second] = words.names;
  if (second && words.as !== 1 && !second.isBare && !first?.isBare) return undefined;
  if (second && words.as !== 1 && (first?.isBare || !/^\w+$/.test(second.text))) {
    // `component Name [Label]` is the only form with two names and no "as".
    if (!first?.isBare || second.isBare) return undefined;
  }
  const label = second && first?.isBare && !second.isBare ? second.text : (first?.text ?? '');
  const alias = second && !(first?.isBare && !second.isBare) ? second.text : (first?.text ?? '');
  if (alias === '' && !words.isOpened) return undefined;
  const { isOpened, isExternal } = words;
  // The keyword of a store is more specific than its stereotype.
  const stereotypeKind =
    kind.is === 'store' && words.stereotypeKind?.is === 'app' ? undefined : words.stereotypeKind;
  return {
    ...(stereotypeKind ?? kind),
    ...{ alias, label, isOpened, isExternal, isUnsupported },
    isTextOpen: false,
    hasStatedType: stereotypeKind !== undefined,
  };
}

function wordsOf(text: string): Words | undefined {
  const words: Words = { names: [], as: -1, isOpened: false, isExternal: false };
  for (let at = 0; at < text.length; ) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (!found) return /^\s*$/.test(text.slice(at)) ? words : undefined;
    at = TOKEN.lastIndex;
    // A declaration ends with its brace.
    if (words.isOpened) return undefined;
    const [, quoted, bracket, stereotype, , , brace, actor, , usecase, bare] = found;
    const delimited = quoted ?? bracket ?? actor ?? usecase;
    if (stereotype !== undefined) stereotyped(words, stereotype);
    else if (brace !== undefined) words.isOpened = true;
    else if (delimited !== undefined) words.names.push({ text: delimited.trim(), isBare: false });
    else if (bare?.toLowerCase() === 'as') words.as = words.names.length;
    else if (bare !== undefined) words.names.push({ text: bare, isBare: true });
    if (words.names.length > 2) return undefined;
  }
  return words;
}

function stereotyped(words: Words, stereotype: string): void {
  words.isExternal ||= /external|third.?party/i.test(stereotype);
  const stereotypeKind = stereotype
    .replace(/^\s*external\b/i, '')
    .trim()
    .toLowerCase();
  const kind = Object.hasOwn(STEREOTYPES, stereotypeKind) ? STEREOTYPES[stereotypeKind] : undefined;
  if (kind) words.stereotypeKind ??= kind;
}
