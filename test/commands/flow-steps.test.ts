import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Flow } from '../../src/contract/resources/flow.js';
import { listOf, textOf } from '../support/sandbox.js';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let office: CommandSuite;
let here: Machine;
let latest: string;

beforeAll(async () => {
  office = await openCommandSuite();
  here = office.machine();
  latest = `landscapes/${office.ids.landscape}/versions/latest`;
});
afterAll(() => office.close());

const flowNamed = async (name: string): Promise<Flow> =>
  listOf(await office.ask(`${latest}/flows`), 'flows').find((it) => it.name === name) as unknown as Flow;
const shown = async (name: string): Promise<string> => {
  const ran = await here.run(['flow', 'show', name, '-o', 'text']);
  expect(ran.code, ran.stderr).toBe(0);
  return ran.stdout;
};

describe('flow show -o text', () => {
  it('prints each step by name', async () => {
    expect(await shown('Book a crossing')).toBe('x');
  });
});
