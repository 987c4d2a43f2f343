import v8 from 'node:v8';
import { expect, it, vi } from 'vitest';

const setFlags = vi.spyOn(v8, 'setFlagsFromString').mockImplementation(() => {});

const graph = (width: number) => ({
  id: 'n:',
  layoutOptions: { 'elk.algorithm': 'layered' },
  children: [{ id: 'n:a', width, height: 40 }],
  edges: [],
});

it('delays the optimization of code during the first layout only, and restores the default', async () => {
  vi.spyOn(process, 'versions', 'get').mockReturnValue({ ...process.versions, node: '20.19.0' });
  const { runElk } = await import('../../src/drawing/layout/automatic-layout.js');
  await runElk(graph(1));
  expect(setFlags.mock.calls).toEqual([['--interrupt-budget=1000000'], ['--interrupt-budget=67584']]);
  await runElk(graph(2));
  expect(setFlags).toHaveBeenCalledTimes(2);
});

it.each([
  ['a version of Node without a known flag', '26.0.0', ''],
  ['a flag that the user sets', '22.1.0', '--invocation-count-for-turbofan=10'],
])('leaves the flags as they are with %s', async (_case, node, options) => {
  vi.resetModules();
  setFlags.mockClear();
  vi.spyOn(process, 'versions', 'get').mockReturnValue({ ...process.versions, node });
  vi.stubEnv('NODE_OPTIONS', options);
  const { runElk } = await import('../../src/drawing/layout/automatic-layout.js');
  await runElk(graph(1));
  expect(setFlags).not.toHaveBeenCalled();
  vi.unstubAllEnvs();
});
