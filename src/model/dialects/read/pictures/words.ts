export const splitTags = (text: string): string[] =>
  text
    .split('+')
    .map((it) => it.trim())
    .filter((it) => it !== '');

const STATEMENT = /^(?:select|insert into|update|delete from|merge into|create table|alter table)\s/i;
const CLAUSE = /\s(?:from|values|set|where|add|using)\b|\(/i;

/** Whether words are a code snippet rather than a description of a connection. */
export const isCode = (words: string): boolean =>
  (STATEMENT.test(words) && CLAUSE.test(words) && /[*=?('"]/.test(words)) ||
  /=>|::|&&|\|\||[{};]$/.test(words);

const KIND =
  /^(?:\[?(?:system\s+)?(?:context|landscape|container|component|deployment|dynamic|sequence|c4)\]?\s+(?:diagram|view|model)s?)\s*(?:(?:for|of)\s+(?:the\s+)?|[-–—:]\s*)?/i;
const KIND_BEHIND =
  /\s*[-–—:(]\s*(?:(?:system\s+)?(?:context|landscape|containers?|components?|deployment|dynamic))(?:\s+(?:diagram|view))?\)?$/i;
/** `System - App - Components`: no other kind of diagram is about a part. */
const COMPONENTS_BEHIND = /\s[-–—]\s.*\s[-–—]\s*components?$/i;

/**
 * Subject of a title: of `Component diagram for Internet Banking System - API Application` the whole is `Internet
 * Banking System`, and the part `API Application`.
 */
export function subjectOf(title: string): { whole: string; part?: string } {
  const clean = title.replace(/\s+/g, ' ').trim().slice(0, 300);
  const bare = clean.replace(KIND, '').trim();
  // A title that only names its diagram type has no subject.
  if (bare === '') return { whole: '' };
  const named = COMPONENTS_BEHIND.test(bare) ? bare.replace(KIND_BEHIND, '') : bare;
  if (named === clean) return { whole: clean.replace(KIND_BEHIND, '') || clean };
  const [whole = named, ...rest] = named.split(/\s[-–—]\s/);
  const part = rest.join(' - ').trim();
  return { whole: whole.trim() || named, ...(part !== '' && { part }) };
}

const PEOPLE =
  'actor|admin|administrator|analyst|applicant|buyer|cashier|citizen|clerk|customer|developer|driver|employee|engineer|guest|member|owner|passenger|patient|people|person|rider|seller|staff|student|subscriber|teacher|team|tester|traveler|traveller|user|vendor|visitor';
const ENDS_WITH_PERSON = new RegExp(`(?:^|[\\s/_-])(?:${PEOPLE})s?$`, 'i');
const IS_PERSON = new RegExp(`^(?:(?:end|the|a|an|external|internal)[\\s-])?(?:${PEOPLE})s?$`, 'i');

/** Whether a name denotes people: by its last word if that is likely, otherwise only by the whole name. */
export const namesPeople = (name: string, isLikely: boolean): boolean => {
  const short = name.trim().slice(-60);
  return isLikely ? ENDS_WITH_PERSON.test(short) : name.length <= 40 && IS_PERSON.test(name.trim());
};
