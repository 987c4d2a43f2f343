// The sandbox: time to the first response, and simple reads per second.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { captureStdout, interleave, ratio, spread, timeProcess } from './measure.mjs';
import { firstLine, startSandbox } from './sandbox-process.mjs';
import { amount, atLeast, atMost, plain, times } from './table.mjs';

export async function sandbox({ stage, rounds, quick }) {
  return [...(await firstResponse(stage, Math.min(rounds, 7))), ...(await readRates(stage, quick ? 3 : 5))];
}

/**
 * Time from the start of the process, with existing data, to the end of the first authenticated response.
 */
async function firstResponse(stage, rounds) {
  const dataDir = join(stage.folder, 'start-data');
  await (await startSandbox(stage, dataDir)).stop();
  const readyTimes = [];
  const results = await interleave(
    {
      bare: () => timeProcess(stage.node('-e', '0')),
      firstResponse: async () => {
        const running = await startSandbox(stage, dataDir);
        await running.stop();
        readyTimes.push(running.readyMs);
        return running.firstResponseMs;
      },
    },
    { rounds },
  );
  const total = spread(results.firstResponse);
  const toNode = ratio(results.firstResponse, results.bare);
  const ready = spread(readyTimes);
  return [
    atMost('sandbox start to first response', amount(total, 'ms'), total.median, 500, '500 ms'),
    plain('', times(toNode, 'node -e 0'), toNode.median),
    plain('sandbox start to ready line', amount(ready, 'ms'), ready.median),
  ];
}

const LOAD = { connections: 16, warmupMs: 500, measureMs: 1000 };

/**
 * The list of landscapes over persistent connections, interleaved with a bare server that sends the same
 * bytes.
 */
async function readRates(stage, rounds) {
  const running = await startSandbox(stage, join(stage.folder, 'reads-data'));
  const script = fileURLToPath(new URL('./bare-server.mjs', import.meta.url));
  const server = stage.track(
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
  return JSON.parse(captureStdout({ ...stage.node(script), input })).perSecond;
}
