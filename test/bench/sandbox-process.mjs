// A sandbox as a process, from spawn to the first response, and to its end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';

/** Starts a sandbox on `dataDir`, and waits until it has answered an authenticated request. */
export async function startSandbox(stage, dataDir, options = [], withinMs = 30_000) {
  const startedAt = process.hrtime.bigint();
  const { command, args, env, cwd } = stage.archctl(
    ...['sandbox', 'start', '--port', '0', '-o', 'ndjson', '--data-dir', dataDir, ...options],
  );
  const child = stage.own(spawn(command, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] }));
  const ready = JSON.parse(await firstLine(child, withinMs));
  const readyMs = elapsed(startedAt);
  const sandbox = {
    url: `${ready.baseUrl}/v1/organizations/${ready.organizationId}/landscapes`,
    headers: { authorization: authorization(stage.env.ARCHCTL_CONFIG_DIR, ready.profile) },
    ready,
    readyMs,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
  sandbox.body = await answer(sandbox);
  sandbox.answeredMs = elapsed(startedAt);
  return sandbox;
}

const elapsed = (since) => Number(process.hrtime.bigint() - since) / 1e6;

/** Key of the profile that the sandbox has written. */
function authorization(configDirectory, profile) {
  const { profiles } = JSON.parse(readFileSync(join(configDirectory, 'profiles.json'), 'utf8'));
  return `ApiKey ${profiles[profile].keyId}:${profiles[profile].secret}`;
}

/** Returns the first line of stdout. If the process ends before, throws with its stderr. */
export function firstLine(child, withinMs = 30_000) {
  return new Promise((resolve, reject) => {
    let out = '';
    let err = '';
    const deadline = setTimeout(() => reject(new Error(`No line within ${withinMs} ms. ${err}`)), withinMs);
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`Ended with ${code} before it was ready: ${err.trim()}`)));
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.stdout.on('data', (chunk) => {
      out += chunk;
      if (!out.includes('\n')) return;
      clearTimeout(deadline);
      resolve(out.slice(0, out.indexOf('\n')));
    });
  });
}

/** Body of a GET that must succeed. */
function answer({ url, headers }) {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers, agent: false }, (incoming) => {
      const chunks = [];
      incoming.on('error', reject);
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        if (incoming.statusCode === 200) resolve(body);
        else reject(new Error(`${url} answered ${incoming.statusCode}: ${body.slice(0, 300)}`));
      });
    });
    outgoing.setTimeout(10_000, () => outgoing.destroy(new Error(`${url} did not answer within 10 s`)));
    outgoing.on('error', reject);
    outgoing.end();
  });
}
