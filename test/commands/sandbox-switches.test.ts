import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type Service } from '../support/sandbox.js';
import { type Machine, machine } from '../support/world.js';

let service: Service;
let user: Machine;
beforeAll(async () => {
  service = await openService({ seed: 'empty' });
  user = machine(service);
});
afterAll(async () => {
  await user.remove();
  await service.close();
});

/** Switches of a sandbox with these options, and the status of its first response. */
async function started(...options: string[]) {
  const stop = new AbortController();
  let state: Promise<{ switches: Record<string, unknown>; first: number }> | undefined;
  const ask = async (baseUrl: string) => {
    const { switches } = (await (await fetch(baseUrl)).json()) as { switches: Record<string, unknown> };
    const { status: first } = await fetch(`${baseUrl}/v1/organizations`);
    return { switches, first };
  };
  const onStdout = (text: string) => {
    if (!text.includes('\n') || state) return;
    state = ask((JSON.parse(text) as { baseUrl: string }).baseUrl).finally(() => stop.abort());
  };
  const argv = ['sandbox', 'start', '--ephemeral', '--seed', 'empty', '--port', '0', '-o', 'ndjson'];
  const { code, stderr } = await user.run([...argv, ...options], { signal: stop.signal, onStdout });
  return { code, stderr, ...(await state) };
}

describe('sandbox start', () => {
  it.each([
    [
      'generated:objects=many',
      'The generated seed is not valid: "objects=many" is not a valid setting.',
      /^Use generated:/,
    ],
    ['nope', '"nope" is not a valid seed.', /^Use demo, empty or generated:/],
  ])('explains the error in the seed %s, with an example', async (seed, what, hint) => {
    const ran = await user.run(['sandbox', 'start', '--seed', seed, '-o', 'json']);
    expect([ran.code, ran.error().message]).toEqual([2, `Option --seed: ${what}`]);
    expect(ran.error().hint).toMatch(hint);
  });

  it('accepts and lists the switches', async () => {
    const { switches, first } = await started(
      '--strict',
      '--unique-names',
      '--error-rate',
      '1',
      '--error-status',
      '503',
    );
    expect(first).toBe(503);
    expect(switches).toMatchObject({
      strict: true,
      uniqueNames: true,
      faults: { errorRate: 1, errorStatus: 503 },
    });
  });

  it('has them off by default, and errors are 500', async () => {
    const { switches, first } = await started('--error-rate', '1');
    expect(first).toBe(500);
    expect(switches).toMatchObject({ strict: false, uniqueNames: false, faults: { errorStatus: 500 } });
  });

  it('rejects other errors', async () => {
    const { code, stderr } = await started('--error-status', '418');
    expect(code).toBe(2);
    expect(stderr).toContain('500, 503');
  });
});
