import type { BoundaryKeyword, Item } from './picture.js';

/** C4 macros that Mermaid and PlantUML share. */

export interface ElementMacro {
  does: 'element';
  is: Item['is'];
  word?: BoundaryKeyword;
  external: boolean;
  params: readonly string[];
}

export interface LineMacro {
  does: 'line';
  /** Whether the arrow points from the second argument to the first. */
  isBack: boolean;
  isBoth: boolean;
  /** Whether its first argument is an index. */
  isIndexed: boolean;
  params: readonly string[];
}

/** Macros for style, for properties of the next element, or that end a boundary without braces. */
export interface OtherMacro {
  does: 'style' | 'property' | 'end';
}

/** Macro that gives a technology or a type to all elements or lines with a tag. */
export interface TagMacro {
  does: 'tag';
  of: 'element' | 'boundary' | 'line';
  params: readonly string[];
}

export type Macro = ElementMacro | LineMacro | TagMacro | OtherMacro;

const ELEMENT = /^(Person|System|Container|Component)(Db|Queue)?(_Ext)?$/;
const BOUNDARY = /^(Enterprise_|System_|Container_|Component_)?Boundary$/;
const DEPLOYED = /^(?:Deployment_)?Node(?:_[LR])?$/;
const LINE = /^(Bi)?Rel(Index)?(_[A-Za-z_]{1,30})?$/;
const STYLE =
  /^(?:Lay_|LAYOUT_|SHOW_|HIDE_|SET_|Update|SetDefault|SetProperty|Without|[Ii]ncrement|setIndex$|SetIndex$|RoundedBoxShape|EightSidedShape|C4Version)/;

const TAG = /^Add(Rel|Boundary|Node)?\w{0,40}Tag$/;

const LOOK = ['sprite', 'tags', 'link'] as const;
const TYPED = ['alias', 'label', 'descr', ...LOOK, 'type', 'baseShape'];
const BUILT = ['alias', 'label', 'techn', 'descr', ...LOOK, 'baseShape'];
const BOUNDED = ['alias', 'label', 'tags', 'link', 'descr'];
const BOUNDED_TYPED = ['alias', 'label', 'type', 'tags', 'link', 'descr'];
const DEPLOYED_PARAMS = ['alias', 'label', 'type', 'descr', ...LOOK];
const RELATED = ['from', 'to', 'label', 'techn', 'descr', ...LOOK];

const WORDS: Readonly<Record<string, BoundaryKeyword>> = {
  Enterprise_: 'enterprise',
  System_: 'system',
  Container_: 'container',
  Component_: 'container',
};

const KINDS: Readonly<Record<string, Item['is']>> = {
  Person: 'actor',
  System: 'system',
  Container: 'app',
  Component: 'component',
};

/** Meaning of a macro name; undefined if it is unknown. */
export function macroOf(name: string): Macro | undefined {
  const element = ELEMENT.exec(name);
  if (element) {
    const [, kind = '', shape, ext] = element;
    const is = kind === 'Container' && shape !== undefined ? 'store' : (KINDS[kind] ?? 'system');
    const params = kind === 'Container' || kind === 'Component' ? BUILT : TYPED;
    return { does: 'element', is, external: ext !== undefined, params };
  }
  const boundary = BOUNDARY.exec(name);
  if (boundary) {
    const word = WORDS[boundary[1] ?? ''] ?? 'plain';
    const params = word === 'plain' ? BOUNDED_TYPED : BOUNDED;
    return { does: 'element', is: 'boundary', word, external: false, params };
  }
  if (DEPLOYED.test(name))
    return { does: 'element', is: 'boundary', word: 'group', external: false, params: DEPLOYED_PARAMS };
  const line = LINE.exec(name);
  if (line) {
    const isIndexed = line[2] !== undefined;
    return {
      does: 'line',
      isBack: line[3]?.startsWith('_Back') === true,
      isBoth: line[1] !== undefined,
      isIndexed,
      params: isIndexed ? ['index', ...RELATED] : [...RELATED, 'index', 'rel'],
    };
  }
  const tag = TAG.exec(name);
  if (tag) {
    const of = tag[1] === undefined ? 'element' : tag[1] === 'Rel' ? 'line' : 'boundary';
    return { does: 'tag', of, params: ['tagStereo'] };
  }
  if (name === 'AddProperty') return { does: 'property' };
  if (name === 'Boundary_End') return { does: 'end' };
  return STYLE.test(name) ? { does: 'style' } : undefined;
}
