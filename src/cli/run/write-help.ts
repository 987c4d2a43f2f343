import { visible } from '../../base/text/escape.js';
import { isPagerNamed } from '../../terminal/pager-named.js';
import { writeText } from '../../terminal/write-text.js';
import type { World } from '../command/world.js';
import { pageOf } from './page-of.js';

/** Prints help; in the pager only if the user asked for one, with `--pager` or a variable. `rest` are other words. */
export async function writeHelp(world: World, rest: readonly string[], text: string): Promise<void> {
  const { stdout, env } = world;
  const write = (it: string): Promise<void> => writeText(stdout, it);
  const isAsked = rest.includes('--pager') || isPagerNamed(env);
  const page = isAsked && !rest.includes('--no-pager') && stdout.isTTY === true && pageOf(world);
  if (!page) return write(text);
  const { showPaged } = await import('../../terminal/paging.js');
  const warn = (it: string): void => void world.stderr.write(`${visible(it)}\n`);
  return showPaged(text, { stdin: () => world.stdin, stdout, env, page, write, warn });
}
