// The sandbox: time to the first response, and simple reads per second.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleave, outputOf, ratio, spread, timeProcess } from './measure.mjs';
import { firstLine, startSandbox } from './sandbox-process.mjs';
import { amount, atLeast, atMost, plain, times } from './table.mjs';

export async function sandbox({ stage, rounds, quick }) {
  return [...(await firstAnswer(stage, Math.min(rounds, 11))), ...(await reads(stage, quick ? 3 : 5))];
}

/**
 * Time from the start of the process, with existing data, to the end of the first authenticated response.
 */
async function firstAnswer(stage, rounds) {
  const dataDir = join(stage.folder, 'start-data');
  await (await startSandbox(stage, dataDir)).stop();
  const ready = [];
  const results = await interleave(
    {
      bare: () => timeProcess(stage.node('-e', '0')),
      answered: async () => {
        const running = await startSandbox(stage, dataDir);
        await running.stop();
        ready.push(running.readyMs);
        return running.answeredMs;
      },
    },
    { rounds },
  );
  const answered = spread(results.answered);
  const toNode = ratio(results.answered, results.bare);
  const isReady = spread(ready);
  return [
    atMost('sandbox start to first answer', amount(answered, 'ms'), answered.median, 500, '500 ms'),
    plain('', times(toNode, 'node -e 0'), toNode.median),
    plain('sandbox start to ready line', amount(isReady, 'ms'), isReady.median),
  ];
}

const LOAD = { connections: 16, warmupMs: 500, measureMs: 1000 };

/**
 * The list of landscapes over persistent connections, interleaved with a bare server that sends the same
 * bytes.
 */
async function reads(stage, rounds) {
  const running = await startSandbox(stage, join(stage.folder, 'reads-data'));
  const script = fileURLToPath(new URL('./bare-server.mjs', import.meta.url));
  const server = stage.own(
    spawn(process.execPath, [script, running.body], { env: stage.env, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  const bare = { url: await firstLine(server), headers: running.headers };
  const results = await interleave(
    { sandbox: () => load(stage, running), bare: () => load(stage, bare) },
    { rounds, warmups: 1 },
  );
  server.kill('SIGTERM');
  await Promise.all([running.stop(), server.exitCode === null && once(server, 'exit')]);
  const perSecond = spread(results.sandbox);
  const toBare = ratio(results.sandbox, results.bare);
  const bareSpeed = spread(results.bare);
  return [
    atLeast('sandbox, simple reads', amount(perSecond, '/s'), perSecond.median, 2000, '2,000 /s'),
    plain('', times(toBare, 'bare node:http'), toBare.median),
    plain('bare node:http, same load', amount(bareSpeed, '/s'), bareSpeed.median),
  ];
}

function load(stage, { url, headers }) {
  const script = fileURLToPath(new URL('./load.mjs', import.meta.url));
  const input = JSON.stringify({ url, headers, ...LOAD });
  return JSON.parse(outputOf({ ...stage.node(script), input })).perSecond;
}
