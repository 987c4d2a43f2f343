// Settings of a job, from the environment only: nothing is interpolated into a command line.
import { join } from 'node:path';

/** A failure with a message for the log, the next step, and an exit code. */
export class Failure extends Error {
  constructor(message, hint, exitCode = 1) {
    super(message);
    this.hint = hint;
    this.exitCode = exitCode;
  }
}

const NAME = /^[A-Za-z0-9][\w-]{0,39}$/;

/** Reads the settings. Throws Failure for values that are not valid. */
export function readSettings(env) {
  const given = (name, fallback) => env[`ARCHCTL_CI_${name}`]?.trim() || fallback;
  const isOn = (name) => {
    const value = given(name, 'false');
    if (value !== 'true' && value !== 'false')
      throw new Failure(`The setting "${name.toLowerCase()}" is "${value}".`, 'Use true or false.', 2);
    return value === 'true';
  };
  const oneOf = (name, values) => {
    const value = given(name, values[0]);
    if (!values.includes(value))
      throw new Failure(
        `The setting "${name.toLowerCase()}" is "${value}".`,
        `Use ${values.join(' or ')}.`,
        2,
      );
    return value;
  };
  const pathOf = (name, fallback) => {
    const value = given(name, fallback);
    if (value.startsWith('-') || value.includes('\n'))
      throw new Failure(`The setting "${name.toLowerCase()}" is not a path: "${value}".`, 'Use a path.', 2);
    return value;
  };
  const allowDeletes = given('ALLOW_DELETES', undefined);
  if (allowDeletes !== undefined && !/^\d{1,9}$/.test(allowDeletes))
    throw new Failure(`The setting "allow-deletes" is "${allowDeletes}".`, 'Use a number.', 2);
  const name = given('NAME', 'model');
  if (!NAME.test(name))
    throw new Failure(
      `The setting "name" is "${name}".`,
      'Use at most 40 letters, digits, hyphens and underscores.',
      2,
    );
  const out = pathOf('OUT', 'archctl-out');
  return {
    model: pathOf('MODEL', 'models'),
    name,
    isPruned: isOn('PRUNE'),
    allowDeletes,
    isStrict: isOn('STRICT'),
    plan: oneOf('PLAN', ['saved', 'new']),
    planJob: given('PLAN_JOB', 'model-plan'),
    out,
    planFile: join(out, 'plan', 'plan.json'),
    program: given('PROGRAM', undefined),
    token: given('TOKEN', undefined),
    hasKey: Boolean(env.ARCHCTL_API_KEY),
  };
}

/** Replaces secrets of the environment in a text. archctl redacts them as well; this is a second barrier. */
export function redactor(env) {
  const key = env.ARCHCTL_API_KEY ?? '';
  const secrets = [key, key.slice(key.indexOf(':') + 1), env.ARCHCTL_CI_TOKEN ?? '']
    .map((it) => it.trim())
    .filter((it) => it.length >= 8);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}
