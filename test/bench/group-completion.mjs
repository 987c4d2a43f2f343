// Time of a completion as a whole process, and time that the completion script adds to the start of a shell.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { captureStdout, interleave, ratio, spread, timeProcess } from './measure.mjs';
import { amount, atMost, skipped, times } from './table.mjs';

/** Arguments of `__complete bash`: command line, current word, COMP_TYPE, and the name of the compopt builtin. */
const OPTION_ARGUMENTS = ['archctl diagram export --the', '--the', '9', 'compopt'];
const NAME_ARGUMENTS = ['archctl diagram get ', '', '9', 'compopt'];
const SCRIPTS = { bash: 'archctl.bash', zsh: '_archctl', fish: 'archctl.fish' };

export async function completion({ stage, rounds }) {
  // A separate profile, because other groups use other servers.
  const directories = {
    ARCHCTL_CONFIG_DIR: join(stage.folder, 'names'),
    ARCHCTL_STATE_DIR: join(stage.folder, 'names-state'),
  };
  const archctl = (...args) => ({ ...stage.archctl(...args), env: { ...stage.env, ...directories } });
  const complete = (args) => archctl('__complete', 'bash', ...args);
  await fillNameCache(archctl('__refresh-completions', 'diagram', '{}'));
  if (!captureStdout(complete(NAME_ARGUMENTS)).includes('Diagram\\ 199'))
    throw new Error('The completion contains no names');
  const results = await interleave(
    {
      bare: () => timeProcess(stage.node('-e', '0')),
      option: () => timeProcess(complete(OPTION_ARGUMENTS)),
      names: () => timeProcess(complete(NAME_ARGUMENTS)),
    },
    { rounds, warmups: 3 },
  );
  const rows = ['option', 'names'].map((name) => {
    const toNode = ratio(results[name], results.bare);
    const measure = `Completion of ${name === 'names' ? '200 ids with names' : 'an option'}`;
    return atMost(measure, times(toNode, 'node -e 0'), toNode.median, 1.6, '1.60 × node -e 0');
  });
  return [...rows, ...(await shellStart(stage, Math.min(rounds, 15)))];
}

/** Milliseconds that a script adds to the start of its shell. */
async function shellStart(stage, rounds) {
  const rows = [];
  for (const [shell, file] of Object.entries(SCRIPTS)) {
    const script = join(stage.program, 'completions', file);
    // A stub replaces zsh's completion system, whose start time varies by more than the total time of the script.
    const setup = shell === 'zsh' ? 'compdef() { : }; ' : '';
    const run = (text) => ({ command: shell, args: ['-c', text], env: stage.env, cwd: stage.cwd });
    if (spawnSync(shell, ['--version']).error) {
      rows.push(skipped(`Script in a new ${shell}`, `${shell} is not installed`));
      continue;
    }
    const results = await interleave(
      {
        with: () => timeProcess(run(`${setup}. '${script}'`)),
        without: () => timeProcess(run(`${setup}:`)),
      },
      { rounds },
    );
    const added = spread(results.with.map((value, round) => value - results.without[round]));
    rows.push(atMost(`Script in a new ${shell}`, amount(added, 'ms', 1), added.median, 10, '10 ms'));
  }
  return rows;
}

/** Writes a profile, and fills the name cache with 200 diagrams by running the refresh command. */
async function fillNameCache({ command, args, env, cwd }) {
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
