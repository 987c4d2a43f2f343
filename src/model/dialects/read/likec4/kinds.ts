import type { SketchType } from '../../sketch.js';
import { kebabCase } from '../ids.js';
import type { Element, Kind } from './source.js';

/** Type of a kind of elements, by the words of its name and by shape. */

/** Words in names of kinds; the last word of a name is checked first. */
const WORDS: Readonly<Record<string, SketchType>> = {
  ...ofType('domain', 'domain enterprise organization organisation company'),
  ...ofType('group', 'group boundary zone layer team package area region environment'),
  ...ofType('actor', 'actor person user persona role customer human people'),
  ...ofType('system', 'system softwaresystem platform product'),
  ...ofType(
    'app',
    'app application container service microservice webapp frontend backend api lambda function',
  ),
  ...ofType('app', 'mobile spa ui website webservice worker job gateway server client program cli bff'),
  ...ofType(
    'store',
    'database db datastore store storage queue topic bucket cache table schema broker stream bus',
  ),
  ...ofType('component', 'component module class controller handler'),
};

function ofType(type: SketchType, words: string): Record<string, SketchType> {
  return Object.fromEntries(words.split(' ').map((it) => [it, type]));
}

const SHAPES: Readonly<Record<string, SketchType>> = {
  person: 'actor',
  cylinder: 'store',
  storage: 'store',
  queue: 'store',
  bucket: 'store',
  browser: 'app',
  mobile: 'app',
};

const wordsOf = (kind: string): string[] => kebabCase(kind).toLowerCase().split(/[-_]+/).reverse();

/** Type of a kind; undefined if neither name nor shape shows it. */
export function typeOfKind(name: string, kind: Kind | undefined): SketchType | undefined {
  const whole = name.toLowerCase().replace(/[-_]/g, '');
  const word = [whole, ...wordsOf(name)].find((it) => Object.hasOwn(WORDS, it));
  if (word !== undefined) return WORDS[word];
  return kind?.shape === undefined || !Object.hasOwn(SHAPES, kind.shape) ? undefined : SHAPES[kind.shape];
}

/** Type by the shape of an element: people and stores. */
export function typeOfShape({ shape }: Element): SketchType | undefined {
  const type = shape !== undefined && Object.hasOwn(SHAPES, shape) ? SHAPES[shape] : undefined;
  return type === 'actor' || type === 'store' ? type : undefined;
}
