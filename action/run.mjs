// Runs one step of a CI job: node run.mjs validate|plan|find-plan|apply|drift|locate. See docs/action.md.
import { hostOf } from './lib/host.mjs';
import { archctlIn } from './lib/program.mjs';
import { Failure, readSettings, redactor } from './lib/settings.mjs';
import { apply } from './steps/apply.mjs';
import { drift } from './steps/drift.mjs';
import { findPlan } from './steps/find-plan.mjs';
import { locate } from './steps/locate.mjs';
import { plan } from './steps/plan.mjs';
import { validate } from './steps/validate.mjs';

const STEPS = { validate, plan, 'find-plan': findPlan, apply, drift, locate };

/** Runs a step and returns its exit code. `fetch` and `wait` are replaced in tests. */
export async function main({ step, env, write, fetch, wait }) {
  const redact = redactor(env);
  const print = (text) => write(redact(text));
  let host;
  try {
    if (!Object.hasOwn(STEPS, step))
      throw new Failure(`"${step}" is not a step.`, `Use one of ${Object.keys(STEPS).join(', ')}.`, 2);
    const settings = readSettings(env);
    host = hostOf({ env, settings, print, fetch, wait });
    const archctl = (args, options) => archctlIn({ settings, env, redact })(args, options);
    return (await STEPS[step]({ host, settings, archctl, env })) ?? 0;
  } catch (error) {
    const { message, hint, exitCode = 1, stack } = error;
    const text = error instanceof Failure ? [message, ...(hint ? [`hint: ${hint}`] : [])].join('\n') : stack;
    if (host) host.error(text);
    else print(`error: ${text}\n`);
    return exitCode;
  }
}

if (process.argv[1] === import.meta.filename)
  process.exitCode = await main({
    step: process.argv[2] ?? '',
    env: process.env,
    write: (text) => process.stdout.write(text),
  });
