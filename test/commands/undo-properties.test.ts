import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDecision } from '../../src/model/document/decision/write-decision.js';
import type { Model } from '../../src/model/document/element.js';
import { writeModel } from '../../src/model/document/write.js';
import { changingModel } from '../support/changing-models.js';
import { runs } from '../support/property-runs.js';
import { textOf } from '../support/sandbox.js';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';
import { versionState } from './version-state.js';

/**
 * `archctl undo` restores the exact earlier state, whatever an apply created, moved, changed and deleted, also if the service
 * refused one of its steps.
 */

let suite: CommandSuite;
let machine: Machine;
beforeAll(async () => {
  suite = await openCommandSuite({ uniqueNames: true });
  machine = suite.machine();
});
afterAll(() => suite.close());

function writeFiles(model: Model): void {
  const folder = join(machine.cwd, 'm');
  rmSync(folder, { recursive: true, force: true });
  const files = [
    ...writeModel(model),
    ...(model.decisions ?? []).map((it) => newDecision('decisions', it, () => false)),
  ];
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    machine.write(join('m', path), text);
  }
}

it(
  'restores the state before any apply, and repeats the apply',
  async () => {
    const { org } = machine.profiles().profiles.default ?? {};
    let [count, complete] = [0, 0];
    await fc.assert(
      fc.asyncProperty(changingModel, async ([before, after]) => {
        count += 1;
        const made = await suite.ask(`organizations/${suite.ids.organization}/landscapes`, 'POST', {
          name: `Any ${count}`,
        });
        const landscape = textOf(made.landscape, 'id');
        // Requests to a service on this machine are not paced.
        machine.signIn({ baseUrl: 'http://127.0.0.1:4010/v1/', landscape, ...(org && { org }) });
        const run = (...argv: string[]) => machine.run([...argv, '--yes']);
        const done = async (...argv: string[]): Promise<void> => {
          const ran = await run(...argv);
          expect([argv.join(' '), ran.code, ran.stderr]).toEqual([argv.join(' '), 0, ran.stderr]);
        };
        const state = () => versionState(suite, landscape);
        writeFiles(before);
        await done('model', 'apply', 'm', '--no-import');
        const was = await state();
        writeFiles(after);
        const applied = await run('model', 'apply', 'm', '--prune', '--no-import');
        if (applied.code === 0) complete += 1;
        else expect(applied.stderr).toMatch(/error: Step \d+ of \d+/);
        const became = await state();
        if (isDeepStrictEqual(became, was)) return;
        await done('undo');
        expect(await state()).toEqual(was);
        await done('undo', '1');
        expect(await state()).toEqual(became);
      }),
      { numRuns: runs(4), endOnFailure: true },
    );
    expect(complete).toBeGreaterThan(0);
  },
  60_000 * runs(1),
);
