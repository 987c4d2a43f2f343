/** Classifies included files. */

/** Paths of the C4 library, in any version. */
const C4 =
  /^<C4\/|C4-PlantUML|(?:^|[\\/<])C4(?:_(?:Context|Container|Component|Dynamic|Deployment|Sequence))?(?:\.puml|>)?$/i;
/** Icons and colours, which the model does not hold. */
const LOOKS =
  /(?:^|[^a-z])(?:sprites?|icons?|devicons|font-?awesome|material|themes?(?=[/\\])|styles?)(?:$|[^a-z])/i;
/** PlantUML's icon libraries; uses of their macros are reported. */
const PICTURES =
  /^<(?:aws|awslib\d*|azure|bootstrap|cloudinsight|cloudogu|elastic|gcp|k8s|kubernetes|logos|office|osa2?|tupadr3)\//i;

export const isStyleLibrary = (path: string): boolean =>
  C4.test(path) || LOOKS.test(path) || PICTURES.test(path);

export const isAddress = (path: string): boolean => /^(?:[a-z][a-z\d+.-]{1,20}:\/\/|<)/i.test(path);

/** Splits `file.puml!part` into file and part. */
export function partsOf(path: string): { file: string; part?: string } {
  const at = path.lastIndexOf('!');
  return at <= 0 ? { file: path } : { file: path.slice(0, at), part: path.slice(at + 1) };
}

const DIRECTIVE = /^!(?:include(?:url|sub|_once|_many)?|import)\s+(.+)$/i;

/** Path of an include; undefined for other lines. */
export function includeIn(line: string): string | undefined {
  const path = DIRECTIVE.exec(line)?.[1]?.trim();
  return path?.replace(/^(['"])(.*)\1$/, '$2');
}
