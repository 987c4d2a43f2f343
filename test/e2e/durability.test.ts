import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { follow, type Home, home } from '../support/binary.js';

let user: Home;
beforeAll(() => {
  user = home();
});
afterAll(() => user.remove());

/** Creates tag groups, four requests at a time, and prints the id of each that was answered. Ends with the service. */
const WRITER = `
const [url, authorization] = [process.argv[1], process.env.AUTHORIZATION];
let made = 0;
const lane = async () => {
  for (;;) {
    const body = JSON.stringify({ name: 'Group ' + ++made, icon: 'bug', index: made });
    const answer = await fetch(url, { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body });
    const { tagGroup } = await answer.json();
    process.stdout.write(tagGroup.id + '\\n');
  }
};
await Promise.all([1, 2, 3, 4].map(() => lane().catch(() => {})));
`;

it('keeps every answered write through kill -9 under load, three times over', async () => {
  const dataDir = join(user.directory, 'data');
  const answered: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const sandbox = await user.sandbox('--data-dir', dataDir);
    const groups = `/v1/landscapes/${sandbox.landscapeId}/versions/latest/tag-groups`;
    const atAnswer = 20 + Math.floor(Math.random() * 100);
    const writer = follow(
      spawn(process.execPath, ['--input-type=module', '-e', WRITER, new URL(groups, sandbox.baseUrl).href], {
        env: { ...user.env, AUTHORIZATION: sandbox.authorization },
      }),
    );
    await writer.until(new RegExp(`^(?:\\w{20}\\n){${atAnswer}}`));
    process.kill(sandbox.pid, 'SIGKILL');
    const { stdout } = await writer.ended;
    await sandbox.process.ended;
    answered.push(...stdout.trimEnd().split('\n'));

    // The one that was killed left its record and its lock behind; neither is in the way.
    expect(JSON.parse((await user.run(['sandbox', 'status', '-o', 'json'])).stdout)).toEqual({
      running: false,
    });
    const again = await user.sandbox('--data-dir', dataDir);
    const { tagGroups } = (await again.request('GET', groups)) as { tagGroups: { id: string }[] };
    const kept = new Set(tagGroups.map(({ id }) => id));
    expect(
      answered.filter((id) => !kept.has(id)),
      `killed at answer ${atAnswer}`,
    ).toEqual([]);
    // What was under way may be there or not, but not more than one write a lane and round.
    expect(kept.size).toBeLessThanOrEqual(answered.length + 4 * (round + 1));
    process.kill(again.pid, 'SIGTERM');
    expect(await again.process.ended).toMatchObject({ code: 0 });
  }
});
