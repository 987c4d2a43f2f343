// Applies the saved plan after a merge, if it is a plan for exactly the merged files.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { codeBlock } from '../lib/comment.mjs';
import { makeFolder, readInput } from '../lib/files.mjs';
import { Failure } from '../lib/settings.mjs';

const HINT = 'To make and apply a new plan, run the job with the setting "plan: new".';

/** @returns exit code of `archctl model apply`. */
export async function apply({ host, settings, archctl }) {
  if (host.change)
    throw new Failure(
      'The step "apply" does not run for pull or merge requests.',
      'Run it after the merge.',
      2,
    );
  if (!settings.hasKey)
    throw new Failure(
      'The key is missing.',
      'Pass the key of a user or a team with permission "write" as "api-key".',
      3,
    );
  const prune = settings.isPruned ? ['--prune'] : [];
  const args = ['model', 'plan', settings.model, ...prune];
  if (settings.plan === 'new') {
    makeFolder(dirname(settings.planFile));
    await succeed(archctl, [...args, '--out', settings.planFile]);
  } else await checkPlan(settings, archctl, args);
  const shown = await archctl(['model', 'show-plan', settings.planFile]);
  host.log(shown.stdout);
  // Nobody has reviewed a new plan, so it is limited like any other apply of files.
  const allowed = settings.allowDeletes === undefined ? [] : ['--allow-deletes', settings.allowDeletes];
  const what = settings.plan === 'new' ? [settings.model, ...prune] : [settings.planFile];
  const applied = await archctl(['model', 'apply', ...what, '--yes', ...allowed], { usesService: true });
  const result = [applied.stdout, applied.stderr].filter((text) => text.trim() !== '').join('\n');
  host.log(result);
  const title = applied.code === 0 ? 'Applied plan' : 'The plan was not applied completely';
  host.summary(`### ${title}\n\n${codeBlock(shown.stdout)}\n${codeBlock(result)}`);
  return applied.code;
}

/** Facts that a saved plan shares with a plan for the merged files; only the state of the landscape may differ. */
const factsOf = ({ document, plan = {} }) => {
  const { wanted, prune, forceOwner, otherLandscape, selection, draft, landscape } = plan;
  return { document, wanted, prune, forceOwner, otherLandscape, selection, draft, landscape: landscape?.id };
};

/** An artifact can come from any branch, so its plan must be for the merged files and the options of this job. */
async function checkPlan(settings, archctl, args) {
  if (!existsSync(settings.planFile))
    throw new Failure(`The plan ${settings.planFile} does not exist.`, HINT);
  makeFolder(dirname(settings.planFile));
  const saved = readPlan(settings.planFile);
  // A folder of its own: the downloaded one may contain anything.
  const folder = mkdtempSync(join(tmpdir(), 'archctl-'));
  let merged;
  try {
    const fresh = join(folder, 'plan.json');
    await succeed(archctl, [...args, '--out', fresh]);
    merged = readPlan(fresh);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (!isDeepStrictEqual(factsOf(saved), factsOf(merged)))
    throw new Failure(
      'The saved plan is not for the merged files: the base changed after the plan, or its options differ.',
      `Require branches to be up to date before merging. ${HINT}`,
      5,
    );
}

function readPlan(file) {
  try {
    return JSON.parse(readInput(file));
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`Cannot read the plan in ${file}: ${error.message}.`, HINT);
  }
}

/** Runs a command with the key, and stops the job if it fails. */
async function succeed(archctl, args) {
  const ran = await archctl(args, { usesService: true });
  if (ran.code !== 0)
    throw new Failure(
      `"archctl ${args.slice(0, 2).join(' ')}" failed.\n${ran.stderr.trim()}`,
      undefined,
      ran.code,
    );
  return ran;
}
