/** Statements about style, or notes to readers: they are skipped, and nothing is lost. */

const SINGLE =
  /^(?:skinparam|hide|show|remove|restore|scale|allow_?mixing|left to right direction|top to bottom direction|right to left direction|bottom to top direction|rotate|page|newpage|mainframe|caption|header|footer|center (?:header|footer)|left (?:header|footer)|right (?:header|footer)|autonumber|listsprites|sprite|set |url|legend$|!(?:theme|pragma|option|log|assert|startsub|endsub|dump_memory|assume|exit|return)\b|(?:floating\s+)?note\b|--+$|==+$)/i;

/** Multi-line statements with their start and end. */
const BLOCKS: readonly (readonly [begins: RegExp, ends: RegExp])[] = [
  [/^(?:floating\s+)?note\b(?!.*:)(?!\s+"[^"]*"\s+as\b)/i, /^end\s?note$/i],
  [/^ref over\b(?!.*:)/i, /^end\s?ref$/i],
  [/^legend\b/i, /^end\s?legend$/i],
  [/^(?:(?:left|right|center)\s+)?header$/i, /^end\s?header$/i],
  [/^(?:(?:left|right|center)\s+)?footer$/i, /^end\s?footer$/i],
  [/^<style>/i, /^<\/style>/i],
  [/^(?:skinparam|sprite)\b.*\{$/i, /^\}$/],
];

/** End pattern of the block that begins here, or `undefined`. */
export const endOfBlock = (line: string): RegExp | undefined =>
  BLOCKS.find(([begins]) => begins.test(line))?.[1];

export const isStyle = (line: string): boolean => SINGLE.test(line);

const NOTE_ALIAS = /^(?:floating\s+)?note\s+(?:"[^"]*"\s+)?as\s+(\w{1,100})/i;

/** Alias of a note; lines to it are not imported. */
export const noteAlias = (line: string): string | undefined => NOTE_ALIAS.exec(line)?.[1];

const ORDERED =
  /^(?:participant|activate|deactivate|destroy|create|alt|else|opt|loop|par|break|critical|group|ref|return|end|autoactivate|\.\.\.|==.*==|\|\|\|?)(?:\s|$|\b)/i;

/** Whether a statement belongs to sequence diagrams. */
export const isSequenceStatement = (line: string): boolean => ORDERED.test(line);

const OTHER =
  /^(?:class|abstract(?: class)?|enum|annotation|exception|struct|protocol|metaclass|dataclass|record|object|map|json|state|start|stop|split|fork|repeat|switch|partition|swimlane|robust|concise|clock|binary|:[^:]*;|\|[^|]+\|)(?:\s|$)/i;

/** Keyword of a statement of class, object, state or activity diagrams. */
export const unsupportedKeyword = (line: string): string | undefined => OTHER.exec(line)?.[0].trim();
