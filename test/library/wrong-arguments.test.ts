import { describe, expect, it } from 'vitest';
import * as client from '../../src/index.js';
import * as model from '../../src/model/index.js';

/** Values that only JavaScript can pass. */
const WRONG = [[], [undefined], [null], [7], ['text'], [{}], [[7]]];

/** Constructors of errors are for tests of callers; a null in place of facts is not checked. */
const exported: Record<string, unknown> = { ...client, ...model, ArchctlError: undefined };
const functions = Object.entries(exported).filter(
  (it): it is [string, (...given: unknown[]) => unknown] => typeof it[1] === 'function',
);

const isClass = (value: object): boolean => /^class\b/.test(Function.prototype.toString.call(value));

/** Calls a function, and waits for its result, or for the first result of a generator. */
async function outcomeOf(name: string, work: (...given: unknown[]) => unknown, given: unknown[]) {
  try {
    const result = await (isClass(work)
      ? new (work as never as typeof Array)(...(given as never[]))
      : work(...given));
    const { next } = Object(result) as { next?: unknown };
    if (typeof next === 'function') await next.call(result);
    return undefined;
  } catch (error) {
    return client.isArchctlError(error) ? undefined : `${name}(${JSON.stringify(given)}): ${String(error)}`;
  }
}

describe('wrong arguments', () => {
  it('are ArchctlErrors or have a result, for every exported function', async () => {
    expect(functions.length).toBeGreaterThan(35);
    const failed: string[] = [];
    for (const [name, work] of functions)
      for (const [value] of WRONG)
        for (const given of value === undefined
          ? [[], [undefined]]
          : [[value], [value, value], [value, value, value]])
          failed.push(...[await outcomeOf(name, work, given)].filter((it) => it !== undefined));
    expect(failed).toEqual([]);
  });

  it.each<[string, () => unknown, string]>([
    ['importFrom', () => model.importFrom('compose', undefined as never), 'files'],
    ['exportAs', () => model.exportAs(undefined as never, 'mermaid'), 'model'],
    ['validate', () => model.validate([], undefined as never), 'read'],
    ['rewriteModel', () => model.rewriteModel([], {} as never), 'model'],
    ['writeModel', () => model.writeModel(7 as never), 'model'],
  ])('of %s are named', async (name, work, argument) => {
    await expect((async () => work())()).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining(`"${argument}" of ${name}`),
    });
  });
});
