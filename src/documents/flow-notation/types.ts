/** A step of a flow in the notation. Objects and flows are given by name, or by another word that identifies them. */
export interface NotedStep {
  type: string;
  origin?: string;
  target?: string;
  via?: string;
  flow?: string;
  text: string;
  /** Detailed description, as Markdown. */
  details?: string;
  /** Child steps outside any path. */
  inner: readonly NotedStep[];
  paths: readonly NotedPath[];
  /** Line number, from 1; set by the parser. */
  line?: number;
}

/** An alternative or parallel path of a step. */
export interface NotedPath {
  name: string;
  steps: readonly NotedStep[];
}

/** A line that does not follow the grammar. */
export interface NotationProblem {
  line: number;
  message: string;
}

/** First words of lines that are not messages, with the type of the step. */
export const KEYWORDS: Readonly<Record<string, string>> = {
  note: 'information',
  introduction: 'introduction',
  conclusion: 'conclusion',
  flow: 'subflow',
  alt: 'alternate-path',
  par: 'parallel-path',
};

/** First word of a line that starts a path. */
export const PATH = 'path';
