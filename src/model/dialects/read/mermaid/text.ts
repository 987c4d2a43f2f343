const NAMED: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  num: '#',
  semi: ';',
  colon: ':',
  lpar: '(',
  rpar: ')',
  lbrack: '[',
  rbrack: ']',
  lbrace: '{',
  rbrace: '}',
  comma: ',',
  percnt: '%',
  equals: '=',
  infin: '∞',
  hearts: '♥',
  copy: '©',
  reg: '®',
  euro: '€',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  rarr: '→',
  larr: '←',
  harr: '↔',
};

const MARKS =
  /#(\d{1,7}|[a-zA-Z]{2,8});|&(#x?[\da-fA-F]{1,6}|[a-zA-Z]{2,8});|<br\s{0,5}\/?>|<\/?(?:b|i|u|em|strong|small|sub|sup|span|div|p|center|font)(?:\s[^<>]{0,200})?>/gi;

/** Decodes entities and line breaks, and removes HTML tags. */
export const mermaidDecoded = (text: string): string =>
  text.replace(MARKS, (mark: string, own: string | undefined, html: string | undefined) => {
    if (own !== undefined) return characterOf(own, 10) ?? mark;
    if (html !== undefined)
      return html.startsWith('#')
        ? (characterOf(...numberOf(html)) ?? mark)
        : (characterOf(html, 10) ?? mark);
    return /^<br/i.test(mark) ? '\n' : '';
  });

const numberOf = (html: string): [string, 10 | 16] =>
  /^#x/i.test(html) ? [html.slice(2), 16] : [html.slice(1), 10];

function characterOf(reference: string, base: 10 | 16): string | undefined {
  const name = reference.toLowerCase();
  if (base === 10 && !/^\d+$/.test(reference)) return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  const code = Number.parseInt(reference, base);
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : undefined;
}

/** Removes the markup of a Markdown string, `` `**bold** _words_` ``. */
export const withoutMarkup = (text: string): string =>
  text.startsWith('`') && text.endsWith('`') && text.length > 1
    ? text.slice(1, -1).replace(/\*\*|__|(?<![\w*])[*_](?=\S)|(?<=\S)[*_](?![\w*])/g, '')
    : text;
