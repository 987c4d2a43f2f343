/** Style element with fonts, as `embedFonts` writes it. */
const STYLE = /<style>@font-face\{font-family:Inter;[^<]*<\/style>/;

/** Removes the fonts that `embedFonts` added to a picture. */
export const withoutFonts = (svg: string): string => svg.replace(STYLE, '');
