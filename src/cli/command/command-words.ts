import { ArchctlError } from '../../base/errors.js';

/** Commands and options for the functions and options of the library that its texts name, as in `validate`. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['driftModel', '"archctl model drift"'],
  ['documentSchema', '"archctl model schema"'],
  ['drafts.list', '"archctl draft list"'],
  ['lockModel', '"archctl model lock"'],
  ['objects.list', '"archctl object list"'],
  ['planModel', '"archctl model plan"'],
  ['pullModel', '"archctl model pull"'],
  ['validate', '"archctl model validate"'],
  ['allowDeletes', '--allow-deletes'],
  ['draft', '--draft'],
  ['forceOwner', '--force-owner'],
  ['id', '--id'],
  ['ignore', '--ignore'],
  ['namespace', '--namespace'],
  ['only', '--only'],
  ['otherLandscape', '--other-landscape'],
  ['prune', '--prune'],
  ['strict', '--strict'],
  ['to', '--to'],
  ['withDependencies', '--with-dependencies'],
]);

/** A text of the library with commands and options in place of functions. */
export const inCommandWords = (text: string): string =>
  text.replace(/`([\w.]+)`/g, (whole, name: string) => WORDS.get(name) ?? whole);

/** An error of the library with commands and options in place of functions. */
export function errorInCommandWords(error: ArchctlError): ArchctlError {
  const { hint, details } = error.facts;
  const message = inCommandWords(error.message);
  const facts = {
    ...error.facts,
    hint: hint && inCommandWords(hint),
    details: details?.map(inCommandWords),
  };
  const isSame =
    message === error.message &&
    JSON.stringify([hint, details]) === JSON.stringify([facts.hint, facts.details]);
  return isSame ? error : new ArchctlError(error.kind, message, facts);
}
