import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { completeLine } from '../../src/completion/entry.js';

it('the refresh of names gets its key, and no webhook secret', async () => {
  const home = mkdtempSync(join(tmpdir(), 'archctl-refresh-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const folder = join(home, 'told');
  mkdirSync(folder);
  const [program, file] = [join(home, 'program.cjs'), join(folder, 'env.json')];
  // Renamed when it is complete.
  writeFileSync(
    program,
    `const fs = require('node:fs');
     fs.writeFileSync('${file}.part', JSON.stringify(process.env));
     fs.renameSync('${file}.part', '${file}');`,
  );
  const secrets = { ARCHCTL_API_KEY: 'id:key-of-the-user', ARCHCTL_WEBHOOK_SECRET: 'whsec_of_the_user' };
  const env = {
    ...{ PATH: process.env.PATH, HOME: home, ARCHCTL_CONFIG_DIR: home, ARCHCTL_STATE_DIR: home },
    ...{ ARCHCTL_BASE_URL: 'https://api.example.test/v1/', ARCHCTL_LANDSCAPE: 'L', ...secrets },
  };
  const written = new Promise<void>((resolve) => {
    const watcher = watch(folder, () => {
      if (!existsSync(file)) return;
      watcher.close();
      resolve();
    });
  });
  await completeLine(['zsh', '', 'diagram', 'get'], { env, cwd: home, program: [process.execPath, program] });
  await written;
  const got = JSON.parse(readFileSync(file, 'utf8')) as object;
  expect(got).toMatchObject({ ARCHCTL_API_KEY: secrets.ARCHCTL_API_KEY });
  expect(got).not.toHaveProperty('ARCHCTL_WEBHOOK_SECRET');
});
