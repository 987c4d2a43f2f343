/** Statements that are about looks, or notes to who looks: nothing is made of them, and nothing is lost. */

const SINGLE =
  /^(?:skinparam|hide|show|remove|restore|scale|allow_?mixing|left to right direction|top to bottom direction|right to left direction|bottom to top direction|rotate|page|newpage|mainframe|caption|header|footer|center (?:header|footer)|left (?:header|footer)|right (?:header|footer)|autonumber|listsprites|sprite|set |url|legend$|!(?:theme|pragma|option|log|assert|startsub|endsub|dump_memory|assume|exit|return)\b|(?:floating\s+)?note\b|--+$|==+$)/i;

/** Statements of several lines: what begins them, and what ends them. */
const BLOCKS: readonly (readonly [begins: RegExp, ends: RegExp])[] = [
  [/^(?:floating\s+)?note\b(?!.*:)(?!\s+"[^"]*"\s+as\b)/i, /^end\s?note$/i],
  [/^ref over\b(?!.*:)/i, /^end\s?ref$/i],
  [/^legend\b/i, /^end\s?legend$/i],
  [/^(?:(?:left|right|center)\s+)?header$/i, /^end\s?header$/i],
  [/^(?:(?:left|right|center)\s+)?footer$/i, /^end\s?footer$/i],
  [/^<style>/i, /^<\/style>/i],
  [/^(?:skinparam|sprite)\b.*\{$/i, /^\}$/],
];

/** What ends a block that begins here; `undefined` where none does. */
export const endOfBlock = (line: string): RegExp | undefined =>
  BLOCKS.find(([begins]) => begins.test(line))?.[1];

export const isLooks = (line: string): boolean => SINGLE.test(line);

const NOTE_ALIAS = /^(?:floating\s+)?note\s+(?:"[^"]*"\s+)?as\s+(\w{1,100})/i;

/** What a note is called: lines to it are none of a model. */
export const noteAlias = (line: string): string | undefined => NOTE_ALIAS.exec(line)?.[1];

const ORDERED =
  /^(?:participant|activate|deactivate|destroy|create|alt|else|opt|loop|par|break|critical|group|ref|return|end|autoactivate|\.\.\.|==.*==|\|\|\|?)(?:\s|$|\b)/i;

/** Whether a statement is one of sequence diagrams. */
export const isOrdered = (line: string): boolean => ORDERED.test(line);

const OTHER =
  /^(?:class|abstract(?: class)?|enum|annotation|exception|struct|protocol|metaclass|dataclass|record|object|map|json|state|start|stop|split|fork|repeat|switch|partition|swimlane|robust|concise|clock|binary|:[^:]*;|\|[^|]+\|)(?:\s|$)/i;

/** What kind of statement that is of diagrams of other things: of classes, objects, states or activities. */
export const otherKind = (line: string): string | undefined => OTHER.exec(line)?.[0].trim();
