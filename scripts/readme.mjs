// Updates the generated parts of README.md and docs: tables from the code, and screens of real runs on an 80-column
// terminal, as text or as SVG pictures.
// --tables only updates the tables. --check writes nothing, and fails if a table, a screen or a picture is out of date.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readFlags } from './arguments.mjs';
import { loadCommands } from './commands.mjs';
import { screen } from './screens.mjs';
import { svgOf } from './svg.mjs';

const { check, tables: tablesOnly } = readFlags(['check', 'tables']);

const root = join(import.meta.dirname, '..');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];
const pictures = 'docs/screens';

async function tables() {
  const { modules, commands, nouns } = await loadCommands();
  const { table } = modules.markdown;
  const rows = commands.map(({ path, spec: { args, summary, operation } }) => {
    const words = Object.values(args).map(modules.help.argumentWord);
    const endpoint = operation ? `${operation.method} ${operation.path}` : '';
    return [
      `\`${['archctl', ...path, ...words].join(' ')}\``,
      `${summary}.`,
      endpoint ? `\`${endpoint}\`` : '',
    ];
  });
  /** Verbs of a noun and of its nested nouns. */
  const verbsOf = (path) =>
    commands
      .filter((it) => path.every((word, index) => it.path[index] === word))
      .map((it) => `\`${it.path.slice(path.length).join(' ')}\``)
      .join(', ');
  return {
    commands: table(['Command', 'Description', 'Operation (below `/v1`)'], rows),
    nouns: table(
      ['Command', 'Purpose', 'Verbs'],
      [
        ...nouns
          .filter(({ path }) => path.length === 1)
          .map(({ path, noun }) => [`\`archctl ${path[0]}\``, `${noun.summary}.`, verbsOf(path)]),
        ...commands
          .filter(({ path }) => path.length === 1)
          .map(({ path, spec }) => [`\`archctl ${path[0]}\``, `${spec.summary}.`, '']),
      ],
    ),
    'mcp-tools': table(
      ['Tool', 'Purpose', 'Inputs', 'Needs'],
      modules.mcpTools.TOOLS.map(({ name, description, input, needs }) => [
        `\`${name}\``,
        description,
        inputsOf(input),
        { live: 'a landscape', write: 'a landscape and `--write`' }[needs] ?? '',
      ]),
    ),
    'action-inputs': table(
      ['Input', 'Meaning', 'Default'],
      Object.entries(parse(readFileSync(join(root, 'action', 'action.yml'), 'utf8')).inputs).map(
        ([name, { description, default: fallback = '' }]) => [
          `\`${name}\``,
          `${description}.`,
          fallback === '' ? '' : `\`${fallback}\``,
        ],
      ),
    ),
    'exit-codes': table(['Code', 'Meaning'], modules.topics.exitCodeRows()),
    environment: table(
      ['Variable', 'Effect'],
      Object.entries(modules.topics.ENVIRONMENT).map(([name, text]) => [`\`${name}\``, `${text}.`]),
    ),
  };
}

/** Inputs of a tool, without those that all tools accept. */
const inputsOf = ({ shape }) =>
  Object.keys(shape)
    .filter((it) => it !== 'maxTokens' && it !== 'cursor')
    .map((it) => `\`${it}\``)
    .join(', ');

/** Replaces the text between `<!-- kind: name -->` and `<!-- /kind -->`. */
function fill(text, kind, content) {
  return text.replace(
    new RegExp(`<!-- ${kind}: (.+) -->\\n[^]*?<!-- /${kind} -->`, 'g'),
    (_, name) => `<!-- ${kind}: ${name} -->\n${content(name)}\n<!-- /${kind} -->`,
  );
}

const names = (text, kind) =>
  [...text.matchAll(new RegExp(`<!-- ${kind}: (.+) -->`, 'g'))].map(([, name]) => name);

/** File and command line of a picture, from its mark `NAME LINE`. */
function pictureOf(mark) {
  const [name, ...words] = mark.split(' ');
  return { file: `${pictures}/${name}.svg`, line: words.join(' ') };
}

/** Runs the command lines of all documents in order, with one home directory. The start of the sandbox is first. */
async function runScreens(texts, env, cwd) {
  const screens = new Map();
  const marks = texts.flatMap((text) => [...text.matchAll(/<!-- (screen|picture|drawing): (.+) -->/g)]);
  const start = marks.findIndex(([, , mark]) => mark.startsWith('archctl sandbox start'));
  for (const [, kind, mark] of [
    ...marks.slice(start, start + 1),
    ...marks.slice(0, start),
    ...marks.slice(start + 1),
  ]) {
    const { line } = kind === 'screen' ? { line: mark } : pictureOf(mark);
    screens.set(mark, await screen(line, { env, cwd, colour: kind === 'picture' }));
  }
  return screens;
}

/** Content of the file that a command line wrote, from its mark `NAME LINE`. Its name is the last word of the line. */
const drawingOf = (mark, cwd) => readFileSync(join(cwd, mark.split(' ').at(-1)));

const textScreen = ({ line, rows }) => `\`\`\`console\n$ ${line}\n${rows.join('\n')}\n\`\`\``;

/** Contents of all files by path: documents with fresh screens, and their pictures. */
async function updatedFiles(documentTexts) {
  const home = mkdtempSync(join(tmpdir(), 'archctl-readme-'));
  const {
    ARCHCTL_API_KEY: _key,
    ARCHCTL_BASE_URL: _url,
    ARCHCTL_PROFILE: _profile,
    CI: _ci,
    NO_COLOR: _colour,
    ...inherited
  } = process.env;
  const env = {
    ...inherited,
    ARCHCTL_CONFIG_DIR: join(home, 'config'),
    ARCHCTL_STATE_DIR: join(home, 'state'),
  };
  try {
    const screens = await runScreens([...documentTexts.values()], env, home);
    const files = new Map();
    for (const [file, text] of documentTexts) {
      for (const mark of names(text, 'picture')) files.set(pictureOf(mark).file, svgOf(screens.get(mark)));
      for (const mark of names(text, 'drawing')) files.set(pictureOf(mark).file, drawingOf(mark, home));
      const up = file.startsWith('docs/') ? '../' : '';
      const imageLink = (mark) =>
        `![$ ${screens.get(mark).line.replaceAll('"', '')}](${up}${pictureOf(mark).file})`;
      const filled = fill(text, 'screen', (mark) => textScreen(screens.get(mark)));
      files.set(file, fill(fill(filled, 'picture', imageLink), 'drawing', imageLink));
    }
    return files;
  } finally {
    spawnSync(process.execPath, [join(root, 'bin', 'archctl.js'), 'sandbox', 'stop', '-q'], { env });
    rmSync(home, { recursive: true, force: true });
  }
}

/** Content without the times and random ids that differ between runs. */
const comparable = (content) =>
  content
    .replace(/\b(?:just now|\d+ (?:second|minute)s? ago)/g, 'TIME')
    .replace(/\b\d\d:\d\d:\d\d\b/g, 'TIME')
    .replace(/\b(?=[a-z]*\d)[a-z\d]{10}\b/g, 'ID')
    .replace(/ +/g, ' ');

/** Pictures of screens in the repository. Screenshots of pages are taken by page-screen.mjs. */
const storedPictures = () =>
  readdirSync(join(root, pictures))
    .filter((it) => it.endsWith('.svg'))
    .map((it) => `${pictures}/${it}`);

/** Reports each file that differs from its update, or that no document uses. */
function compareFiles(files) {
  const unused = storedPictures().filter((file) => !files.has(file));
  const outdated = [...files].filter(([file, content]) => {
    const path = join(root, file);
    return !existsSync(path) || comparable(readFileSync(path, 'utf8')) !== comparable(String(content));
  });
  for (const file of [...unused, ...outdated.map(([it]) => it)]) {
    process.stderr.write(`${file} is out of date: run "npm run readme".\n`);
    process.exitCode = 1;
  }
}

async function main() {
  const generated = await tables();
  const texts = new Map(
    documents.map((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return [file, fill(text, 'generated', (name) => generated[name] ?? '')];
    }),
  );
  const files = tablesOnly ? texts : await updatedFiles(texts);
  if (check) return compareFiles(files);
  if (!tablesOnly) for (const file of storedPictures()) rmSync(join(root, file));
  for (const [file, content] of files) writeFileSync(join(root, file), content);
}

await main();
