/** The bundled fonts as WOFF files in base64, by weight. The build provides this module (`scripts/fonts.mjs`). */
declare const files: Readonly<Record<400 | 600, string>>;
export default files;
