// Time of a Tab as a whole process, and time that the script adds to the start of a shell.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { interleave, outputOf, ratio, spread, timeProcess } from './measure.mjs';
import { amount, atMost, skipped, times } from './table.mjs';

const WORDS = ['archctl diagram export --the', '--the', '9', 'compopt'];
const NAMES = ['archctl diagram get ', '', '9', 'compopt'];
const SCRIPTS = { bash: 'archctl.bash', zsh: '_archctl', fish: 'archctl.fish' };

export async function completion({ stage, rounds }) {
  // A profile of its own, because the other groups sign in elsewhere.
  const own = {
    ARCHCTL_CONFIG_DIR: join(stage.folder, 'names'),
    ARCHCTL_STATE_DIR: join(stage.folder, 'kept'),
  };
  const archctl = (...args) => ({ ...stage.archctl(...args), env: { ...stage.env, ...own } });
  const tab = (handed) => archctl('__complete', 'bash', ...handed);
  await keepNames(archctl('__refresh-completions', 'diagram', '{}'));
  if (!outputOf(tab(NAMES)).includes('Diagram\\ 199')) throw new Error('A Tab offers no names');
  const results = await interleave(
    {
      bare: () => timeProcess(stage.node('-e', '0')),
      words: () => timeProcess(tab(WORDS)),
      names: () => timeProcess(tab(NAMES)),
    },
    { rounds, warmups: 3 },
  );
  const rows = ['words', 'names'].map((name) => {
    const toNode = ratio(results[name], results.bare);
    const measure = `Tab for ${name === 'names' ? '200 ids with names' : 'an option'}`;
    return atMost(measure, times(toNode, 'node -e 0'), toNode.median, 1.6, '1.60 × node -e 0');
  });
  return [...rows, ...(await loading(stage, Math.min(rounds, 15)))];
}

/** Milliseconds that a script adds to the start of its shell. */
async function loading(stage, rounds) {
  const rows = [];
  for (const [shell, file] of Object.entries(SCRIPTS)) {
    const script = join(stage.program, 'completions', file);
    // zsh's own completion is loaded before: it is not our cost, and varies by more than the total of ours.
    const before = shell === 'zsh' ? 'compdef() { : }; ' : '';
    const run = (text) => ({ command: shell, args: ['-c', text], env: stage.env, cwd: stage.cwd });
    if (spawnSync(shell, ['--version']).error) {
      rows.push(skipped(`Script in a new ${shell}`, `there is no ${shell}`));
      continue;
    }
    const results = await interleave(
      {
        with: () => timeProcess(run(`${before}. '${script}'`)),
        without: () => timeProcess(run(`${before}:`)),
      },
      { rounds },
    );
    const added = spread(results.with.map((value, round) => value - results.without[round]));
    rows.push(atMost(`Script in a new ${shell}`, amount(added, 'ms', 1), added.median, 10, '10 ms'));
  }
  return rows;
}

/** Signs in by a profile, and fills the cache of diagrams as a refresh would. */
async function keepNames({ command, args, env, cwd }) {
  const diagrams = Array.from({ length: 200 }, (_, index) => ({ id: `D${index}`, name: `Diagram ${index}` }));
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ diagrams }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${server.address().port}/v1`;
  const profile = { baseUrl, keyId: 'kid', secret: 'x', landscape: 'benchmarkLandscape01' };
  const { ARCHCTL_CONFIG_DIR } = env;
  mkdirSync(ARCHCTL_CONFIG_DIR, { recursive: true });
  writeFileSync(
    join(ARCHCTL_CONFIG_DIR, 'profiles.json'),
    JSON.stringify({ current: 'a', profiles: { a: profile } }),
  );
  await once(spawn(command, args, { env, cwd, stdio: 'ignore' }), 'exit');
  server.closeAllConnections();
  server.close();
}
