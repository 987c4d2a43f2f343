/** What a file that is included is. */

/** Where the library of C4 is kept, in whichever version. */
const C4 =
  /^<C4\/|C4-PlantUML|(?:^|[\\/<])C4(?:_(?:Context|Container|Component|Dynamic|Deployment|Sequence))?(?:\.puml|>)?$/i;
/** Pictures and colours: nothing of a model. */
const LOOKS =
  /(?:^|[^a-z])(?:sprites?|icons?|devicons|font-?awesome|material|themes?(?=[/\\])|styles?)(?:$|[^a-z])/i;
/** Libraries of PlantUML that hold pictures; who uses a macro of theirs is told. */
const PICTURES =
  /^<(?:aws|awslib\d*|azure|bootstrap|cloudinsight|cloudogu|elastic|gcp|k8s|kubernetes|logos|office|osa2?|tupadr3)\//i;

export const isAboutLooks = (path: string): boolean =>
  C4.test(path) || LOOKS.test(path) || PICTURES.test(path);

export const isAddress = (path: string): boolean => /^(?:[a-z][a-z\d+.-]{1,20}:\/\/|<)/i.test(path);

/** `file.puml!part` as its file and its part. */
export function partsOf(path: string): { file: string; part?: string } {
  const at = path.lastIndexOf('!');
  return at <= 0 ? { file: path } : { file: path.slice(0, at), part: path.slice(at + 1) };
}

const DIRECTIVE = /^!(?:include(?:url|sub|_once|_many)?|import)\s+(.+)$/i;

/** The path of an include; undefined where the line is none. */
export function includeIn(line: string): string | undefined {
  const path = DIRECTIVE.exec(line)?.[1]?.trim();
  return path?.replace(/^(['"])(.*)\1$/, '$2');
}
