import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandTreeOf } from '../../src/cli/help/command-tree.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { EXAMPLES as ROOT_EXAMPLES } from '../../src/commands/shared/front-page.js';
import { sign } from '../../src/webhooks/node-signature.js';
import { registryOf, withSandbox } from '../commands/cases.js';
import { openCommandSuite } from '../commands/command-suite.js';
import { type Home, home, type ProcessResult } from '../support/binary.js';
import type { Machine, RunOptions, RunResult } from '../support/world.js';
import { type ExampleWorld, exampleWorld, SIGNING_SECRET } from './example-world.js';
import { commandLines } from './shell-words.js';

const tree = await commandTreeOf(REGISTRY);
const blocks = tree.topics.flatMap((topic) => topic.blocks);
/** Examples of help. */
const SHOWN = [
  ...ROOT_EXAMPLES,
  ...[...tree.groups, ...tree.commands].flatMap(({ examples }) => examples),
  ...blocks.flatMap((block) => (block.kind === 'examples' ? block.examples : [])),
].map(({ line }) => line);
/** Command lines in documents, each run on its own. Blocks of bash are run as a whole. */
const WRITTEN = ['README.md', ...readdirSync('docs').map((file) => `docs/${file}`)]
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)])
  .flatMap(([, code = '']) => code.split('\n'))
  .filter((line) => line.startsWith('archctl '))
  .map((line) => line.replace(/\s+# .*$/, ''));
/** Command lines of the skill for agents, in blocks and in texts. */
const TAUGHT = ['SKILL.md', ...readdirSync('skill/references').map((file) => `references/${file}`)]
  .map((file) => readFileSync(`skill/${file}`, 'utf8'))
  .flatMap((text) => [...text.matchAll(/^(archctl .+)$|`(archctl [^`\n]+)`/gm)])
  .map(([, line, inline = '']) => line ?? inline);
const EXAMPLES = [...new Set([...SHOWN, ...WRITTEN, ...TAUGHT])];

/** Examples that cannot run in a test, each with the reason. */
const CANNOT_RUN: Readonly<Record<string, string>> = {};

let world: ExampleWorld;
let user: Home;
beforeAll(async () => {
  world = await exampleWorld(await openCommandSuite());
  user = home();
  // Placeholder of a test command; it runs against the sandbox.
  writeFileSync(join(user.directory, 'bin', 'npm'), '#!/bin/sh\nexec archctl landscape list\n', {
    mode: 0o755,
  });
});
afterAll(async () => {
  await user.remove();
  await world.hooks.close();
  await world.suite.close();
});

interface Adaptation {
  /** Examples that it applies to. */
  line: RegExp;
  /** Differences from a plain run. */
  why: string;
  /** Run by a shell, with the built program. */
  inShell?: true;
  args?: () => string[];
  before?: (machine: Machine) => unknown;
  options?: () => RunOptions;
  /** Exit code, if it is not 0. */
  code?: number;
}

/** Sends Ctrl-C as soon as there is output. */
const interruptedAtOnce = (): RunOptions => {
  const stop = new AbortController();
  return { signal: stop.signal, onStdout: (text) => text.includes('\n') && stop.abort() };
};

const ADAPTATIONS: readonly Adaptation[] = [
  {
    line: /^archctl model (show-plan|apply plan\.json)/,
    why: 'needs a plan that was kept',
    before: (it) => it.run(['model', 'plan', 'models', '--out', 'plan.json']),
  },
  {
    line: /^archctl model apply(?!.*--yes)/,
    why: 'asks first',
    options: () => ({ tty: true, answers: [{ ask: 'confirm', answer: true }] }),
  },
  {
    line: /^archctl (model diff .*"draft:|draft (merge|diff) ")Next quarter/,
    why: 'needs the draft of an apply',
    before: async (it) => {
      const draft = 'NextQuarterDraft0000';
      await it.run(['draft', 'delete', draft, '--yes']);
      await it.run(['draft', 'upsert', draft, '--name', 'Next quarter', '--status', 'in-progress']);
    },
  },
  {
    line: /^archctl model apply models --draft/,
    why: 'a draft contains no domains, and needs a change',
    before: async (it) => {
      await it.run(['model', 'apply', 'models', '--yes']);
      await it.run(['model', 'rename', 'booking-api', 'Booking Service', '--model', 'models']);
    },
  },
  {
    line: /^archctl flow .*--steps-from steps\.txt/,
    why: 'reads a file',
    before: (it) => it.write('steps.txt', 'note: Written as text\n'),
  },
  {
    line: /^archctl flow (edit|show|update) "Buy a ticket"/,
    why: 'needs the flow of an earlier line',
    before: async (it) => {
      if ((await it.run(['flow', 'get', 'Buy a ticket'])).code === 0) return;
      await it.run(['flow', 'create', 'Buy a ticket', '--on', 'Booking Apps']);
    },
  },
  {
    line: /^archctl flow edit /,
    why: 'opens an editor',
    options: () => ({ tty: true, env: { VISUAL: `'${process.execPath}' -e 0` } }),
  },
  {
    line: /^archctl model drift .*--accept booking-api/,
    why: 'the demo has tags that the document lacks',
    code: 2,
  },
  { line: /^archctl draft diff .*--exit-code/, why: 'the draft has changes', code: 8 },
  { line: /^archctl model drift/, why: 'the demo has more than the document', code: 8 },
  {
    line: /^archctl undo/,
    why: 'needs a change to undo, and runs without a prompt',
    args: () => ['--yes'],
    before: async (it) => {
      for (const id of ['UndoZone1Abcdefghijk', 'UndoZone2Abcdefghijk', 'UndoZone3Abcdefghijk']) {
        await it.run(['tag-group', 'upsert', id, '--name', id, '--icon', 'globe', '--index', '9']);
        await it.run(['tag-group', 'delete', id, '--yes']);
      }
    },
  },
  {
    line: /^archctl sandbox (exec|start --detach)/,
    why: 'starts other programs, which find archctl on their PATH',
    inShell: true,
  },
  {
    line: /^archctl sandbox start/,
    why: 'runs until Ctrl-C; the usual port may be taken here',
    args: () => ['--port', '0'],
    options: interruptedAtOnce,
  },
  {
    line: /^archctl mcp --http/,
    why: 'runs until Ctrl-C; the port may be taken here',
    args: () => ['--port', '0'],
    options: () => ({ signal: AbortSignal.abort() }),
  },
  {
    line: /^archctl sandbox snapshot save/,
    why: 'asks a sandbox that is running',
    before: async (it) => {
      withSandbox(it);
      await it.run(['sandbox', 'snapshot', 'delete', 'before', '--yes']);
    },
  },
  {
    line: /^archctl sandbox snapshot (?!save)/,
    why: 'asks a sandbox that is running, and has a snapshot',
    before: async (it) => {
      withSandbox(it);
      await it.run(['sandbox', 'snapshot', 'save', 'before', '--yes']);
    },
  },
  {
    line: /^archctl sandbox webhook|archctl sandbox seed/,
    why: 'asks a sandbox that is running',
    before: (it) => withSandbox(it),
  },
  {
    line: /^archctl (logs tail( --since 2h)?|model (watch|view) .*)$/,
    why: 'runs until Ctrl-C',
    options: interruptedAtOnce,
    code: 130,
  },
  {
    line: /^archctl logs tail -n 0 --type api-key-create/,
    why: 'waits until another request creates a key',
    options: () => {
      let looks = 0;
      const path = `organizations/${world.suite.ids.organization}/api-keys`;
      return {
        transport: async (request) => {
          looks += 1;
          // The command has found the log and read its end, so later entries are new.
          if (looks === 3) await world.suite.ask(path, 'POST', { name: 'Another', permission: 'read' });
          return world.suite.service.transport(request);
        },
      };
    },
  },
  {
    line: /^archctl logs tail --publish/,
    why: 'retries until Ctrl-C, because there is no NATS server here',
    options: () => ({ signal: AbortSignal.abort() }),
    code: 130,
  },
  {
    line: /^archctl doctor --broker/,
    why: 'a check fails, because there is no NATS server here',
    code: 8,
  },
  {
    line: /^archctl webhook (?!listen).* nats:/,
    why: 'there is no NATS server here',
    code: 7,
  },
  {
    line: /^archctl webhook listen .*--count 1/,
    why: 'waits for an event; the default port may be in use here',
    args: () => ['--port', '0'],
    options: withOneEvent,
  },
  {
    line: /^archctl webhook (listen(?!.*--count)|inspect)/,
    why: 'runs until Ctrl-C; the usual port may be taken here',
    args: () => ['--port', '0'],
    options: interruptedAtOnce,
    code: 130,
  },
  {
    line: /^archctl webhook trigger(?!.* --to )/,
    why: 'the listener on the usual port is one of this test',
    args: () => ['--to', world.hooks.url],
  },
  {
    line: /^archctl completion (un)?install$/,
    why: 'goes by the shell of the person',
    options: () => ({ env: { SHELL: '/bin/bash' } }),
  },
  {
    line: /^archctl upgrade --check/,
    why: 'asks a registry',
    options: () => ({
      env: { npm_config_registry: 'https://registry.test/' },
      transport: registryOf('99.0.0'),
    }),
  },
  {
    line: /^archctl auth login --base-url \S+$/,
    why: 'asks for the key',
    options: () => ({
      tty: true,
      answers: [{ ask: 'secret', answer: world.machine().read('key.txt').trim() }],
    }),
  },
  {
    line: /"Ferry Platform"/,
    why: 'another example gives it another name',
    before: async () => {
      const { landscape } = world.suite.ids;
      await world.suite.ask(`landscapes/${landscape}`, 'PATCH', { name: 'Ferry Platform' });
    },
  },
  {
    line: /^archctl landscape use$/,
    why: 'asks which',
    options: () => ({
      tty: true,
      answers: [{ ask: 'select', message: 'Which landscape?', answer: world.suite.ids.landscape }],
    }),
  },
  {
    line: /^archctl webhook secret set \w+$/,
    why: 'asks for the secret',
    options: () => ({ tty: true, answers: [{ ask: 'secret', answer: 'shown-once' }] }),
  },
  {
    line: /^archctl keys create .*--secret-file key.txt/,
    why: 'writes a new file',
    before: (machine) => rmSync(join(machine.cwd, 'key.txt')),
  },
  {
    line: /^archctl (?!model |landscape delete|organization delete)(auth logout|\S+ (apply|remove|delete|merge|rebase|revert|reset|revoke)|\S+ \S+ (remove|delete|load))\b(?!.*(--yes|--dry-run))/,
    why: 'asks first',
    options: () => ({ tty: true, answers: [{ ask: 'confirm', answer: true }] }),
  },
  {
    line: /^archctl landscape delete\b(?!.*(--yes|--dry-run))/,
    why: 'asks for the name',
    options: () => ({ tty: true, answers: [{ ask: 'input', answer: 'New' }] }),
  },
  {
    line: /^archctl organization delete\b(?!.*(--yes|--dry-run))/,
    why: 'asks for the name',
    options: () => ({ tty: true, answers: [{ ask: 'input', answer: 'Old' }] }),
  },
  {
    line: /^archctl model merge --install/,
    why: 'needs a git repository',
    before: (machine) => execFileSync('git', ['init', '-q'], { cwd: machine.cwd }),
  },
  {
    line: /^archctl keys create .*--save-profile ci/,
    why: 'makes a new profile',
    before: (machine) => machine.run(['profile', 'remove', 'ci', '--yes']),
  },
  {
    line: /\| archctl object update - /,
    why: 'reads what another program writes',
    options: () => ({ stdin: 'Passenger\nBooking API\n' }),
  },
  {
    line: /^archctl version diff June$/,
    why: 'something changed since',
    before: async () => {
      const { landscape, origin } = world.suite.ids;
      const path = `landscapes/${landscape}/versions/latest/model/objects/${origin}`;
      await world.suite.ask(path, 'PATCH', { caption: 'Changed since.' });
    },
  },
  {
    line: /^archctl share-link create/,
    why: 'a version has one link at most',
    before: (it) => it.run(['share-link', 'delete', '--landscape', world.suite.ids.smallest, '--yes']),
  },
  {
    line: /^archctl share-link create .*--protected$/,
    why: 'asks for the password',
    options: () => ({ tty: true, answers: [{ ask: 'secret', answer: 'correct horse battery' }] }),
  },
  {
    line: /^archctl share-link delete/,
    why: 'there must be one to delete',
    before: (it) => it.run(['share-link', 'create', '--landscape', world.suite.ids.smallest]),
  },
  {
    line: /^archctl \S+( group)? update .*--commit 7|^archctl diagram content replace .*--commit 7/,
    why: 'the record has moved on since',
    code: 5,
  },
  {
    line: /^archctl model (diff git:|(site|view) models --against git:)/,
    why: 'there must be a commit',
    before: ({ cwd }) => {
      const git = (...args: string[]) => execFileSync('git', args, { cwd, stdio: 'ignore' });
      git('init', '-b', 'main');
      git('add', 'models');
      git('-c', 'user.name=Test', '-c', 'user.email=test@example.org', 'commit', '-m', 'Models');
    },
    options: () => ({ env: { PATH: process.env.PATH } }),
  },
];

/**
 * Sends a signed event to the address in the `ready` record of a listener, and stops the listener if that
 * fails.
 */
function withOneEvent(): RunOptions {
  const stop = new AbortController();
  let isSent = false;
  const send = async (url: string): Promise<void> => {
    const body = world.machine().read('body.json');
    const timestamp = String(Math.floor(Date.now() / 1000));
    const headers = {
      'content-type': 'application/json',
      'x-service-timestamp': timestamp,
      'x-service-signature': sign({ secret: SIGNING_SECRET, timestamp, body }),
    };
    const answer = await fetch(url, { method: 'POST', body, headers });
    if (!answer.ok) stop.abort();
  };
  return {
    signal: stop.signal,
    onStdout(text) {
      const end = text.indexOf('\n');
      if (isSent || end === -1) return;
      isSent = true;
      send((JSON.parse(text.slice(0, end)) as { url: string }).url).catch(() => stop.abort());
    },
  };
}

async function runInProcess(line: string, adaptations: readonly Adaptation[]): Promise<RunResult[]> {
  const machine = world.machine(line, await world.landscapeFor(line));
  const ran: RunResult[] = [];
  for (const it of adaptations) await it.before?.(machine);
  for (const [program, ...words] of commandLines(line)) {
    if (program !== 'archctl') continue;
    const argv: string[] = [];
    for (const word of words) argv.push(await world.filled(word, line));
    const options = Object.assign({}, ...adaptations.map((it) => it.options?.() ?? {})) as RunOptions;
    ran.push(await machine.run([...argv, ...adaptations.flatMap((it) => it.args?.() ?? [])], options));
  }
  return ran;
}

const fitting = (line: string): Adaptation[] => ADAPTATIONS.filter((it) => it.line.test(line));
const isForShell = (line: string): boolean => fitting(line).some(({ inShell }) => inShell);
// Reverts come last: the other examples need later records.
const RUNNABLE = EXAMPLES.filter((line) => !(line in CANNOT_RUN)).sort(
  (a, b) => Number(/ revert /.test(a)) - Number(/ revert /.test(b)),
);

describe('every example of help and every line of the documents works', () => {
  const inShell = new Map<string, Promise<ProcessResult>>();
  beforeAll(() => {
    // Separate processes, which run while the others run here.
    for (const line of RUNNABLE.filter(isForShell)) {
      const isLeft = line.includes('sandbox start');
      // Another run of the tests may use the port of the example.
      const start = line.replace(/ --port \d+/, '').replace('sandbox start', 'sandbox start --port 0');
      const run = user.shell(isLeft ? `${start}; code=$?; archctl sandbox stop -q; exit $code` : line);
      run.catch(() => {});
      inShell.set(line, run);
    }
  });

  test.each(RUNNABLE.filter((line) => !isForShell(line)))('%s', async (line) => {
    const wanted = fitting(line).find(({ code }) => code !== undefined)?.code ?? 0;
    const ran = await runInProcess(line, fitting(line));
    expect(ran.length).toBeGreaterThan(0);
    for (const { code, stderr } of ran) expect(code, stderr).toBe(wanted);
  });

  test.each(RUNNABLE.filter(isForShell))('%s', async (line) => {
    expect(await inShell.get(line)).toMatchObject({ code: 0 });
  });

  test('every exception has an example', () => {
    for (const line of Object.keys(CANNOT_RUN)) expect(EXAMPLES).toContain(line);
    for (const { line } of ADAPTATIONS)
      expect(EXAMPLES.filter((it) => line.test(it)).length, String(line)).toBeGreaterThan(0);
  });
});
