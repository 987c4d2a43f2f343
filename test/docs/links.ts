/** Links and headings of Markdown, as forges interpret them. */

const withoutCode = (text: string): string =>
  text.replace(/```[\s\S]*?```/g, '').replace(/(`+)[^`][\s\S]*?\1/g, 'code');

/** Targets of links and images, except those of other sites. */
export const linksOf = (text: string): string[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
    .map(([, link, source]) => link ?? source ?? '')
    .filter((link) => !/^[a-z]+:/i.test(link));

/** Anchors of a page's headings. */
export const anchorsOf = (text: string): string[] =>
  [...text.replace(/```[\s\S]*?```/g, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
