// Chunks that `landscape list` loads when it writes into a pipe.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { VARIANTS } from './group-list.mjs';
import { captureStdout } from './measure.mjs';
import { startSandbox } from './sandbox-process.mjs';
import { atMost } from './table.mjs';

/**
 * Texts that occur only in the code of one package, by package. A text that is not in any chunk is outdated, and an error.
 */
const FINGERPRINTS = {
  undici: 'undici.error',
  conf: '`projectName` option',
  inquirer: '[Inquirer]',
  execa: 'ExecaError',
  yaml: 'the anchor must be set before the alias',
  elk: 'org.eclipse.elk',
  'cli-table3': 'top-mid',
};

const HOOK = `process.on('exit', () => require('fs').writeFileSync(process.env.BENCH_LOADED, JSON.stringify(Object.keys(require.cache))));`;

/** Lists the loaded chunks, and checks that none contains a package that only terminals need. */
export async function chunks({ stage }) {
  const dist = join(stage.program, 'dist');
  const all = [
    join(dist, 'main.cjs'),
    join(dist, 'page', 'elk.cjs'),
    ...readdirSync(join(dist, 'chunks')).map((it) => join(dist, 'chunks', it)),
  ];
  const texts = new Map(all.map((path) => [path, readFileSync(path, 'utf8')]));
  for (const [name, text] of Object.entries(FINGERPRINTS)) {
    if (![...texts.values()].some((it) => it.includes(text))) {
      throw new Error(`No chunk contains "${text}": update the fingerprint of ${name}`);
    }
  }
  const sandbox = await startSandbox(stage, join(stage.folder, 'chunks-data'));
  const rows = VARIANTS.map((args) => {
    const loaded = loadedFiles(stage, args).filter((path) => texts.has(path));
    const found = Object.entries(FINGERPRINTS).flatMap(([name, text]) =>
      loaded.filter((path) => texts.get(path).includes(text)).map((path) => `${name} in ${basename(path)}`),
    );
    const bytes = loaded.reduce((sum, path) => sum + Buffer.byteLength(texts.get(path)), 0);
    const figure = `${loaded.length} chunks, ${Math.round(bytes / 1000)} kB${found.length > 0 ? `, with ${found.join(', ')}` : ''}`;
    return {
      ...atMost(`archctl ${args.join(' ')} loads`, figure, found.length, 0, ''),
      budget: 'none of the heavy packages',
    };
  });
  await sandbox.stop();
  return rows;
}

function loadedFiles(stage, args) {
  const hook = join(stage.folder, 'hook.cjs');
  const out = join(stage.folder, 'loaded.json');
  writeFileSync(hook, HOOK);
  const run = stage.archctl(...args);
  captureStdout({ ...run, args: ['--require', hook, ...run.args], env: { ...run.env, BENCH_LOADED: out } });
  return JSON.parse(readFileSync(out, 'utf8'));
}
