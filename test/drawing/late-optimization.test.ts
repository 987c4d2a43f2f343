import v8 from 'node:v8';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const graph = (width: number) => ({
  id: 'n:',
  layoutOptions: { 'elk.algorithm': 'layered' },
  children: [{ id: 'n:a', width, height: 40 }],
  edges: [],
});

const setFlags = vi.fn();

beforeEach(() => {
  vi.resetModules();
  setFlags.mockReset();
  vi.spyOn(v8, 'setFlagsFromString').mockImplementation(setFlags);
  vi.stubEnv('NODE_OPTIONS', '');
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Imports the layout into a process of a version of Node. */
async function layoutOn(node: string) {
  vi.spyOn(process, 'versions', 'get').mockReturnValue({ ...process.versions, node });
  return (await import('../../src/drawing/layout/automatic-layout.js')).runElk;
}

it('delays the optimization of code during the first layout only, and restores the default', async () => {
  const runElk = await layoutOn('20.19.0');
  await runElk(graph(1));
  expect(setFlags.mock.calls).toEqual([['--interrupt-budget=1000000'], ['--interrupt-budget=67584']]);
  await runElk(graph(2));
  expect(setFlags).toHaveBeenCalledTimes(2);
});

it('restores the default after a failure', async () => {
  const runElk = await layoutOn('24.1.0');
  const edges = [{ id: 'e:x', sources: ['n:gone'], targets: ['n:gone'] }];
  await expect(runElk({ ...graph(1), edges })).rejects.toThrow();
  expect(setFlags).toHaveBeenLastCalledWith('--invocation-count-for-maglev=400');
});

it.each([
  ['a version of Node without a known flag', '26.0.0', ''],
  ['a flag that the user sets', '22.1.0', '--invocation-count-for-turbofan=10'],
])('leaves the flags as they are with %s', async (_case, node, options) => {
  vi.stubEnv('NODE_OPTIONS', options);
  await (await layoutOn(node))(graph(1));
  expect(setFlags).not.toHaveBeenCalled();
});
