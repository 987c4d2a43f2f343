import type { AnyTool } from '../tool.js';
import type { Workspace } from '../workspace.js';
import apply from './apply.js';
import check from './check.js';
import dependencies from './dependencies.js';
import diagram from './diagram.js';
import diff from './diff.js';
import events from './events.js';
import find from './find.js';
import flow from './flow.js';
import get from './get.js';
import list from './list.js';
import logs from './logs.js';
import plan from './plan.js';

/** All tools, in the order in which agents see them. */
export const TOOLS: readonly AnyTool[] = [
  find,
  get,
  list,
  dependencies,
  diagram,
  flow,
  diff,
  check,
  plan,
  apply,
  logs,
  events,
];

/** The tools that a server offers for its sources and its permission to write. */
export const toolsFor = ({ sources, canWrite }: Pick<Workspace, 'sources' | 'canWrite'>): AnyTool[] =>
  TOOLS.filter(
    ({ needs }) => needs === undefined || (sources.includes('live') && (needs === 'live' || canWrite)),
  );
