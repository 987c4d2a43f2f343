import type { Place } from '../../../document/element.js';
import { truncate } from '../../../validate/rule.js';
import { type Arg, bindArguments } from './arguments.js';
import { type ElementMacro, type LineMacro, macroOf, type TagMacro } from './macros.js';
import type { Drawing, Item, PlacedItem } from './picture.js';
import { isCode, splitTags } from './words.js';

/** Converts calls of C4 macros into items and lines of a drawing. */

export interface C4Call {
  name: string;
  args: readonly Arg[];
  place: Place;
}

/** The item of a call; a boundary can be opened. */
export type Drawn = PlacedItem | undefined;

export class C4MacroReader {
  readonly #drawing: Drawing;
  readonly #decode: (text: string) => string;
  /** Labels of the next element or line. */
  #labels: Record<string, string> = {};
  /** Defaults of tags. */
  readonly #tags = new Map<string, { techn: string; type: string }>();

  /** @param decode converts a text into plain text. */
  constructor(drawing: Drawing, decode: (text: string) => string) {
    this.#drawing = drawing;
    this.#decode = decode;
  }

  /** Draws a call; undefined unless it is an element. */
  draw(call: C4Call): Drawn {
    const macro = macroOf(call.name);
    if (!macro) {
      this.#drawing.diagnostics.loss(
        `${truncate(call.name)}(…) is not a C4 macro: it is skipped.`,
        call.place,
      );
      return undefined;
    }
    if (macro.does === 'element') return this.#element(call, macro);
    if (macro.does === 'line') this.#line(call, macro);
    else if (macro.does === 'tag') this.#tag(call, macro);
    else if (macro.does === 'property') this.#property(call);
    else if (macro.does === 'end' && !this.#drawing.close())
      this.#drawing.diagnostics.skipLine(`Unexpected ${call.name}(): no boundary is open.`, call.place);
    return undefined;
  }

  #element({ name, args, place }: C4Call, macro: ElementMacro): Drawn {
    const { bound, textOf } = this.#bind(macro.params, args);
    const alias = bound.get('alias')?.text ?? '';
    if (alias === '') {
      const message = `${name}() has no alias: expected ${name}(alias, "Label"${macro.is === 'boundary' ? ')' : ', …)'}.`;
      this.#drawing.diagnostics.skipLine(message, place);
      return undefined;
    }
    const tags = splitTags(textOf('tags'));
    const type = textOf('type') || this.#ofTags(tags, 'type', macro.is);
    // The type of a deployment node is its technology.
    const isNode = macro.word === 'group';
    const technology = textOf('techn') || this.#ofTags(tags, 'techn', macro.is) || (isNode ? type : '');
    const isGroup = macro.word === 'plain' && type.toLowerCase() === 'group';
    const isStore = macro.is === 'app' && /^(?:database|queue)$/i.test(textOf('baseShape'));
    if (type !== '' && !isNode && !OF_BOUNDARIES.test(type)) this.#labels = { type, ...this.#labels };
    return this.#drawing.add({
      alias,
      name: textOf('label') || alias,
      is: isStore ? 'store' : macro.is,
      place,
      keyword: isGroup ? 'group' : macro.word,
      external: macro.external || undefined,
      technology: technology || undefined,
      caption: textOf('descr') || undefined,
      tags,
      links: this.#linksOf(textOf('link'), place),
      labels: this.#takeLabels(),
    });
  }

  /** Arguments by parameter, and their plain texts. */
  #bind(params: readonly string[], args: readonly Arg[]) {
    const bound = bindArguments(params, args);
    return { bound, textOf: (key: string): string => this.#decode(bound.get(key)?.text ?? '').trim() };
  }

  /** Link of an element; reports an invalid URL. */
  #linksOf(url: string, place: Place): { url: string }[] | undefined {
    if (/^https?:\/\//i.test(url)) return [{ url }];
    if (url !== '')
      this.#drawing.diagnostics.loss(`The link "${truncate(url)}" is skipped: it is not a valid URL.`, place);
    return undefined;
  }

  /** Takes the labels that preceded the call. */
  #takeLabels(): Record<string, string> | undefined {
    const labels = this.#labels;
    this.#labels = {};
    return Object.keys(labels).length > 0 ? labels : undefined;
  }

  #line({ name: macroName, args, place }: C4Call, macro: LineMacro): void {
    const { bound, textOf } = this.#bind(macro.params, args);
    const [first, second] = [bound.get('from')?.text ?? '', bound.get('to')?.text ?? ''];
    if (first === '' || second === '') {
      const message = `${macroName}() has too few arguments: expected ${macroName}(${macro.isIndexed ? 'index, ' : ''}from, to, "Label").`;
      this.#drawing.diagnostics.skipLine(message, place);
      return;
    }
    if (macro.isIndexed) this.#drawing.isOrdered = true;
    const [from, to] = macro.isBack ? [second, first] : [first, second];
    const label = textOf('label');
    const description = textOf('descr');
    const tags = splitTags(textOf('tags'));
    const technology = textOf('techn') || this.#ofTags(tags, 'techn', 'line');
    const words = isCode(label)
      ? { name: 'Uses', description: [label, description].filter((it) => it !== '').join('\n\n') }
      : { name: label, description };
    this.#drawing.line({
      from,
      to,
      name: words.name,
      place,
      description: words.description || undefined,
      technology: technology || undefined,
      direction: macro.isBoth ? 'bidirectional' : undefined,
      tags,
      links: this.#linksOf(textOf('link'), place),
      labels: this.#takeLabels(),
    });
    const index = textOf('index');
    this.#drawing.steps.add({
      ends: [from, to],
      text: label,
      is: textOf('rel').includes('--') ? 'reply' : 'message',
      place,
      index: /^\d{1,9}$/.test(index) ? Number(index) : undefined,
    });
  }

  /** Stores the technology and the type that a tag gives to its elements. */
  #tag({ args }: C4Call, { of, params }: TagMacro): void {
    const { textOf } = this.#bind(params, args);
    this.#tags.set(JSON.stringify([of, textOf('tagStereo')]), {
      techn: textOf('techn'),
      type: textOf('type'),
    });
  }

  /** The first technology or type of these tags; tags of elements, boundaries and lines have the same names. */
  #ofTags(tags: readonly string[], field: 'techn' | 'type', is: Item['is'] | 'line'): string {
    const of = is === 'line' || is === 'boundary' ? is : 'element';
    const texts = tags.map((tag) => this.#tags.get(JSON.stringify([of, tag]))?.[field] ?? '');
    return texts.find((it) => it !== '') ?? '';
  }

  #property({ args, place }: C4Call): void {
    const [key = '', ...rest] = args.map((it) => this.#decode(it.text).trim());
    const value = rest.filter((it) => it !== '').join(', ');
    if (key !== '' && value !== '') this.#labels = { ...this.#labels, [key]: value };
    else if (key !== '')
      this.#drawing.diagnostics.loss(`The property "${truncate(key)}" has no value: it is skipped.`, place);
  }
}

/** Types that repeat the keyword of a boundary. */
const OF_BOUNDARIES = /^(?:boundary|enterprise|system|container|component|group)$/i;
