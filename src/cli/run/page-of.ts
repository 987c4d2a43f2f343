import type { Page } from '../../terminal/paging.js';
import type { World } from '../command/world.js';

/** Runs a pager, unless the output was interrupted. Undefined without a terminal to hand over. */
export const pageOf = ({ env, signal, handOver }: World): Page | undefined =>
  handOver &&
  (async (argv, text) => {
    if (signal.aborted) return false;
    const { runPager } = await import('../../terminal/paging.js');
    return handOver(() => runPager(argv, text, { env, signal }));
  });
