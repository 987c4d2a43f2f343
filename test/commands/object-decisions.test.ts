/** `object get --decisions`: decisions about the diagrams that show an object. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let laptop: ReturnType<CommandSuite['machine']>;
beforeAll(async () => {
  suite = await openCommandSuite();
  laptop = suite.machine();
});
afterAll(() => suite.close());

const decisionsOf = async (name: string): Promise<unknown> => {
  const ran = await laptop.run(['object', 'get', name, '--decisions', '-o', 'json']);
  expect(ran.code, ran.stderr).toBe(0);
  return (ran.json() as { decisions?: unknown }).decisions;
};

it('lists the decisions about the diagrams of an object', async () => {
  expect(await decisionsOf('Booking API')).toEqual([
    'ADR-0001 Use PostgreSQL for bookings (accepted)',
    'ADR-0002 One app for crew and passengers (rejected)',
    'ADR-0003 Count points from booking events (draft)',
  ]);
});

it('is empty for an object on no diagram, and absent without the option', async () => {
  const made = await laptop.run([
    ...['object', 'create', '--name', 'Nowhere', '--type', 'app'],
    ...['--parent', 'Booking', '-o', 'json'],
  ]);
  expect(made.code, made.stderr).toBe(0);
  expect(await decisionsOf('Nowhere')).toEqual([]);
  const plain = await laptop.run(['object', 'get', 'Nowhere', '-o', 'json']);
  expect(plain.json()).not.toHaveProperty('decisions');
});
