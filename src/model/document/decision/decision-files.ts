/** Folder beside a document with its decisions. */
export const DECISIONS_FOLDER = 'decisions';

/** Pages that collections of decisions contain besides the decisions. */
const OTHERS = /^(?:readme|index|.*template)\.md$/i;

export const isDecisionName = (name: string): boolean =>
  /\.md$/i.test(name) && !name.startsWith('.') && !OTHERS.test(name);

/** Whether a file of a document is a decision: all other files are YAML or JSON. */
export const isDecisionFile = ({ path }: { path: string }): boolean => /\.md$/i.test(path);
