import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What tests import that start processes of their own, and what those import that do most of their work in their own. */
const STARTS = /from '(?:node:child_process|.*\/support\/(?:binary|launcher|pty|shells)\.js)'/;
const STAYS = /from '.*\/commands\/office\.js'/;

/**
 * Tests that start processes come first. What a start costs grows with the memory of whoever starts, of which all is
 * marked to be copied, and a worker holds more with every file: at 400 MB it is 11 ms of CPU, at 50 MB it is 3.
 * Among them, and among the others, the longest come first, as far as an earlier run has told.
 */
export default class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const early = new Set(sorted.filter(({ moduleId }) => isStarting(readFileSync(moduleId, 'utf8'))));
    return [...early, ...sorted.filter((it) => !early.has(it))];
  }
}

const isStarting = (source: string): boolean => STARTS.test(source) && !STAYS.test(source);
