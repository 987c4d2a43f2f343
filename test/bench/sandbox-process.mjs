// Starts a sandbox as a process, and measures the time to its first response.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';

/**
 * Starts a sandbox with a generated landscape: 2.4 connections for each object. Groups share its data, because generating
 * 100,000 objects takes half a minute.
 */
export const startGenerated = (stage, objects) =>
  startSandbox(
    stage,
    join(stage.folder, `generated-${objects}`),
    ['--seed', `generated:objects=${objects},connections=${Math.round(objects * 2.4)}`],
    300_000,
  );

/** Starts a sandbox on `dataDir`, and waits for the response to an authenticated request. */
export async function startSandbox(stage, dataDir, options = [], timeoutMs = 30_000) {
  const startedAt = process.hrtime.bigint();
  const { command, args, env, cwd } = stage.archctl(
    ...['sandbox', 'start', '--port', '0', '-o', 'ndjson', '--data-dir', dataDir, ...options],
  );
  const child = stage.track(spawn(command, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] }));
  const ready = JSON.parse(await firstLine(child, timeoutMs));
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
  sandbox.body = await getBody(sandbox);
  sandbox.firstResponseMs = elapsed(startedAt);
  return sandbox;
}

const elapsed = (since) => Number(process.hrtime.bigint() - since) / 1e6;

/** Authorization header with the key of the sandbox's profile. */
function authorization(configDirectory, profile) {
  const { profiles } = JSON.parse(readFileSync(join(configDirectory, 'profiles.json'), 'utf8'));
  return `ApiKey ${profiles[profile].keyId}:${profiles[profile].secret}`;
}

/** Resolves with the first line of stdout. Rejects with stderr if the process exits before. */
export function firstLine(child, timeoutMs = 30_000) {
  return new Promise((resolve, reject) => {
    let out = '';
    let err = '';
    const deadline = setTimeout(
      () => reject(new Error(`No output within ${timeoutMs} ms. ${err}`)),
      timeoutMs,
    );
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`Exited with ${code} before it was ready: ${err.trim()}`)));
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

/** Sends a GET request and returns the body. Throws for another status than 200. */
function getBody({ url, headers }) {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers, agent: false }, (incoming) => {
      const chunks = [];
      incoming.on('error', reject);
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        if (incoming.statusCode === 200) resolve(body);
        else reject(new Error(`${url} responded with ${incoming.statusCode}: ${body.slice(0, 300)}`));
      });
    });
    outgoing.setTimeout(10_000, () => outgoing.destroy(new Error(`${url} did not respond within 10 s`)));
    outgoing.on('error', reject);
    outgoing.end();
  });
}
