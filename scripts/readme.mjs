// Fills the generated parts of README.md: tables from the code, screens from real runs on an 80-column terminal.
// With --check nothing is run or written; it fails when a table differs from the code.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { commandFiles } from './registry.mjs';

const root = join(import.meta.dirname, '..');
const readme = join(root, 'README.md');

const cell = (text) => text.replaceAll('|', '\\|');
const table = (head, rows) =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
  ].join('\n');

async function tables() {
  const files = commandFiles();
  const code = [
    `export { EXIT_CODES } from '../errors.js';`,
    `export { ENVIRONMENT } from '../cli/topics.js';`,
    ...files.map((file, index) => `export { default as c${index} } from './${file}.js';`),
  ].join('\n');
  const module = await import(
    pathToFileURL(await bundle({ code, directory: join(root, 'src', 'commands') })).href
  );
  const commands = files.map((file, index) => {
    const { args, summary, operation } = module[`c${index}`];
    const words = Object.values(args).map(({ name, optional, variadic }) => {
      const word = variadic ? `${name}...` : name;
      return optional ? `[${word}]` : word;
    });
    const endpoint = operation ? `${operation.method} ${operation.path}` : '';
    return [
      `\`${['archctl', ...file.split('/'), ...words].join(' ')}\``,
      `${summary}.`,
      endpoint ? `\`${endpoint}\`` : '',
    ];
  });
  const meanings = new Map();
  for (const { code: exit, meaning } of Object.values(module.EXIT_CODES))
    meanings.set(exit, [...(meanings.get(exit) ?? []), meaning]);
  return {
    commands: table(['Command', 'What it does', 'Operation (below `/v1`)'], commands),
    'exit-codes': table(
      ['Code', 'Meaning'],
      [...meanings].map(([exit, texts]) => [String(exit), texts.join(' ')]),
    ),
    environment: table(
      ['Variable', 'What it does'],
      Object.entries(module.ENVIRONMENT).map(([name, text]) => [`\`${name}\``, `${text}.`]),
    ),
  };
}

/** Replaces what stands between `<!-- kind: name -->` and `<!-- /kind -->`. */
function fill(text, kind, content) {
  return text.replace(
    new RegExp(`<!-- ${kind}: (.+) -->\\n[^]*?<!-- /${kind} -->`, 'g'),
    (_, name) => `<!-- ${kind}: ${name} -->\n${content(name)}\n<!-- /${kind} -->`,
  );
}

const ESCAPE = String.fromCharCode(27);

/** Runs one command line on a terminal of 80 columns, without colour, and hands back the screen. */
async function screen(text, env, cwd) {
  // `LINE ;; OTHER`: once the first is ready, the other is run unseen.
  const [line, other] = text.split(' ;; ');
  const shell = (words) =>
    words.replace(/(^|\| |&& |\$\()archctl/g, `$1"${process.execPath}" "${join(root, 'bin', 'archctl.js')}"`);
  const { spawn } = await import('@lydell/node-pty');
  const pty = spawn('/bin/sh', ['-c', shell(line)], {
    cols: 80,
    rows: 40,
    cwd,
    env: { ...env, TERM: 'xterm', NO_COLOR: '1' },
  });
  let output = '';
  let isAsked = false;
  pty.onData((data) => {
    output += data;
    if (other === undefined || isAsked || !output.includes('Listening')) return;
    isAsked = true;
    spawnSync('/bin/sh', ['-c', shell(other)], { cwd, env });
  });
  await new Promise((resolve) => pty.onExit(resolve));
  // A progress line wipes itself; what is left is what a person sees.
  const seen = output
    .replaceAll(`${ESCAPE}[?25l`, '')
    .replaceAll(`${ESCAPE}[?25h`, '')
    .split('\r\n')
    .map((row) => row.split('\r').at(-1).split(`${ESCAPE}[2K`).at(-1).split(`${ESCAPE}[K`).at(-1))
    .join('\n')
    .trimEnd();
  return `\`\`\`console\n$ ${line}\n${seen}\n\`\`\``;
}

async function main() {
  const before = readFileSync(readme, 'utf8');
  const generated = await tables();
  let after = fill(before, 'generated', (name) => generated[name] ?? '');
  if (process.argv.includes('--check')) {
    if (after === before) return;
    process.stderr.write('README.md differs from the code: run "npm run readme".\n');
    process.exitCode = 1;
    return;
  }
  const home = mkdtempSync(join(tmpdir(), 'archctl-readme-'));
  const {
    ARCHCTL_API_KEY: _key,
    ARCHCTL_BASE_URL: _url,
    ARCHCTL_PROFILE: _profile,
    CI: _ci,
    ...inherited
  } = process.env;
  const env = {
    ...inherited,
    ARCHCTL_CONFIG_DIR: join(home, 'config'),
    ARCHCTL_STATE_DIR: join(home, 'state'),
  };
  try {
    const screens = new Map();
    for (const [, line] of after.matchAll(/<!-- screen: (.+) -->/g))
      screens.set(line, await screen(line, env, home));
    after = fill(after, 'screen', (line) => screens.get(line) ?? '');
    writeFileSync(readme, after);
  } finally {
    spawnSync(process.execPath, [join(root, 'bin', 'archctl.js'), 'sandbox', 'stop', '-q'], { env });
    rmSync(home, { recursive: true, force: true });
  }
}

await main();
