// Sites of models: time and size of the build, first view, search, pan and zoom, and the live view. LikeC4 builds its site
// of the same model in the same rounds, if it is installed below test/judges.

import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { captureStdout, interleave, peakMemory, ratio, spread, timeProcess } from './measure.mjs';
import { documentOf } from './model-document.mjs';
import { chromiumPath, openBrowser, serveFolder, timeUntil } from './page-browser.mjs';
import { amount, atLeast, atMost, skipped, times } from './table.mjs';

const likec4 = join(import.meta.dirname, '..', 'judges', 'node_modules', '.bin', 'likec4');

export async function site({ stage, quick }) {
  const ferry = join(stage.folder, 'ferry');
  captureStdout(stage.archctl('model', 'init', '--out', ferry));
  const model = join(ferry, 'model.yaml');
  const ours = join(stage.folder, 'site');
  const build = stage.archctl('model', 'site', model, '--out', ours);
  captureStdout(build);
  const rows = [atMost('ferry site', megabytes(sizeOf(ours)), sizeOf(ours), 1e6, '1 MB')];
  const theirs = existsSync(likec4) ? likec4Site(stage, model) : undefined;
  if (theirs) {
    const { archctl, other } = await interleave(
      { archctl: () => timeProcess(build), other: () => timeProcess(theirs.build) },
      // LikeC4 takes more than ten seconds.
      { rounds: 1, warmups: 0 },
    );
    const built = ratio(archctl, other);
    rows.push(atMost('ferry site, build', times(built, 'LikeC4'), built.median, 0.25, '0.25 × LikeC4'));
  } else rows.push(skipped('ferry site, build', 'LikeC4 is not installed; "npm run judges" installs it'));
  rows.push(...(await large({ stage })));
  if (!chromiumPath()) return [...rows, skipped('site in a browser', 'Chromium is not installed')];
  const browser = await openBrowser();
  try {
    rows.push(...(await firstView(browser, ours, theirs, quick)));
    rows.push(await search(browser, stage));
    rows.push(await motion(browser, stage));
    rows.push(await live(browser, stage, model, quick));
  } finally {
    await browser.close();
  }
  return rows;
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;

const sizeOf = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((it) => statSync(join(folder, it)))
    .reduce((sum, it) => sum + (it.isFile() ? it.size : 0), 0);

/** LikeC4's sources of a model, its build command and its output. */
function likec4Site(stage, model) {
  const [sources, out] = ['likec4', 'likec4-site'].map((it) => join(stage.folder, it));
  captureStdout(
    stage.archctl('model', 'export', model, '--format', 'likec4', '--out', join(sources, 'model.c4')),
  );
  const build = {
    command: process.execPath,
    // Without the option LikeC4 runs the program `dot` in containers.
    args: [likec4Script(), 'build', '--no-use-dot', '-o', out, sources],
    env: stage.env,
    cwd: stage.cwd,
  };
  return { build, out };
}

/** Script behind the link in `.bin`. */
const likec4Script = () => {
  const folder = join(import.meta.dirname, '..', 'judges', 'node_modules', 'likec4');
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin.likec4);
};

async function firstView(browser, ours, theirs, quick) {
  const own = await serveFolder(ours);
  const measureOwn = () => timeUntil(browser, own.address, '.tile svg');
  await measureOwn();
  const size = own.sent;
  const rows = [atMost('first view, compressed', `${(size / 1000).toFixed(0)} kB`, size, 150_000, '150 kB')];
  if (theirs) {
    const other = await serveFolder(theirs.out);
    const measureOther = () => timeUntil(browser, other.address, '.react-flow__node, img, canvas');
    const results = await interleave(
      { own: measureOwn, other: measureOther },
      { rounds: quick ? 3 : 5, warmups: 1 },
    );
    const shown = ratio(results.own, results.other);
    rows.push(atMost('first view', times(shown, 'LikeC4'), shown.median, 0.4, '0.4 × LikeC4'));
    other.close();
  } else rows.push(skipped('first view', 'LikeC4 is not installed'));
  own.close();
  return rows;
}

/** A model with 2,000 objects and a diagram of each of 60 systems. */
async function large({ stage }) {
  const path = join(stage.folder, 'large.yaml');
  const diagrams = Array.from({ length: 60 }, (_, system) => {
    const ids = [
      `system-${system}`,
      ...Array.from(
        { length: 19 },
        (_, at) => `${(at + 1) % 5 === 0 ? 'store' : 'app'}-${system * 20 + at + 1}`,
      ),
    ];
    return [
      `  - id: diagram-${system}`,
      '    type: app-diagram',
      `    of: system-${system}`,
      `    name: Diagram ${system}`,
      `    objects: [${ids.slice(1).join(', ')}]`,
    ].join('\n');
  });
  writeFileSync(path, `${documentOf(2_000)}diagrams:\n${diagrams.join('\n')}\n`);
  const build = stage.archctl('model', 'site', path, '--out', join(stage.folder, 'large-site'));
  const seconds = timeProcess(build) / 1000;
  const peak = await peakMemory(build);
  return [
    atMost('2,000 objects, 60 diagrams', `${seconds.toFixed(1)} s`, seconds, 30, '30 s'),
    peak === undefined
      ? skipped('  memory', 'this system has no /proc')
      : atMost('  memory', `${peak.toFixed(0)} MB`, peak, 600, '600 MB'),
  ];
}

/** Time from a letter typed into the search of 10,000 elements to its results. */
async function search(browser, stage) {
  const path = join(stage.folder, 'many.yaml');
  writeFileSync(path, documentOf(10_000));
  const out = join(stage.folder, 'many-site');
  captureStdout(stage.archctl('model', 'site', path, '--out', out));
  const page = await browser.newPage();
  await page.goto(`file://${out}/index.html`);
  await page.locator('h1').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').waitFor();
  const samples = await page.evaluate(async () => {
    const input = document.querySelector('.search-dialog input');
    const found = [];
    for (const text of [
      'App 9',
      'App 99',
      'App 999',
      'Store 5',
      'Store 50',
      'System 4',
      'System 40',
      'app-1234',
      'One of',
    ]) {
      const start = performance.now();
      input.value = text;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      const list = document.querySelector('.search-dialog');
      await new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(list, { childList: true, subtree: true, characterData: true });
      });
      found.push(performance.now() - start);
    }
    return found;
  });
  await page.close();
  const taken = spread(samples);
  return atMost('search, 10,000 elements', amount(taken, 'ms'), taken.median, 50, '50 ms');
}

/** Frames per second while a picture of 300 boxes is moved and zoomed. */
async function motion(browser, stage) {
  const boxes = Array.from(
    { length: 300 },
    (_, at) => `      - { id: n${at}, type: system, name: System ${at} }`,
  );
  const lines = Array.from(
    { length: 299 },
    (_, at) => `  - { id: c${at}, origin: n${at}, target: n${at + 1}, name: Uses, direction: outgoing }`,
  );
  const path = join(stage.folder, 'boxes.yaml');
  writeFileSync(
    path,
    `domains:\n  - id: d\n    name: D\n    objects:\n${boxes.join('\n')}\nconnections:\n${lines.join('\n')}\n`,
  );
  const out = join(stage.folder, 'boxes-site');
  captureStdout(stage.archctl('model', 'site', path, '--out', out));
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`file://${out}/index.html#/diagrams/level-system`);
  await page.locator('.sheet svg').waitFor();
  const { x, y, width, height } = await page.locator('.frame').boundingBox();
  const [centerX, centerY] = [x + width / 2, y + height / 2];
  const STEPS = 180;
  const circle = async (act) => {
    for (let step = 0; step < STEPS; step += 1) {
      const angle = (step / STEPS) * 2 * Math.PI;
      await page.mouse.move(centerX + 200 * Math.sin(angle), centerY + 100 * Math.cos(angle));
      await act?.(step);
    }
  };
  await page.mouse.move(centerX, centerY);
  await startFrames(page);
  await page.mouse.down();
  await circle();
  await page.mouse.up();
  const nextFrame = () => page.evaluate(() => new Promise(requestAnimationFrame));
  await circle(async (step) => {
    if (step % 3 === 0) await page.mouse.wheel(0, step < STEPS / 2 ? -40 : 40);
    await nextFrame();
  });
  const { rate, late } = await stopFrames(page);
  await page.close();
  // The display of a headless browser has 60 frames a second.
  return atLeast(
    'pan and zoom, 300 boxes',
    `${rate.toFixed(0)} frames/s (95 %: ${late.toFixed(0)} ms)`,
    rate,
    58,
    '60 frames/s',
  );
}

/** Records the time of each frame. */
const startFrames = (page) =>
  page.evaluate(() => {
    const frames = [];
    globalThis.frames = frames;
    const record = (time) => {
      if (globalThis.frames !== frames) return;
      frames.push(time);
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
  });

/** Frames per second, and the interval that 95 % of frames keep. */
async function stopFrames(page) {
  const times = await page.evaluate(() => {
    const { frames } = globalThis;
    globalThis.frames = undefined;
    return frames;
  });
  // Input can start a second callback within a frame of the display.
  const intervals = times
    .slice(1)
    .map((time, at) => time - times[at])
    .filter((it) => it > 1)
    .sort((a, b) => a - b);
  const total = intervals.reduce((sum, it) => sum + it, 0);
  return { rate: (intervals.length / total) * 1000, late: intervals[Math.floor(intervals.length * 0.95)] };
}

/** Time from a save to the changed page. */
async function live(browser, stage, model, quick) {
  const { command, args, env, cwd } = stage.archctl('model', 'view', model, '-o', 'ndjson');
  const child = stage.track(spawn(command, args, { env, cwd, stdio: ['ignore', 'pipe', 'inherit'] }));
  const url = await new Promise((resolve) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const [, found] = /"url":"([^"]+)"/.exec(text) ?? [];
      if (found) resolve(found);
    });
  });
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByRole('link', { name: 'Booking Apps' }).click();
  const source = readFileSync(model, 'utf8');
  const samples = [];
  for (let round = 0; round < (quick ? 3 : 9); round += 1) {
    const name = `Booking API ${round}`;
    const start = performance.now();
    writeFileSync(model, source.replace('name: Booking API', `name: ${name}`));
    await page.locator('.sheet').getByText(name).first().waitFor({ state: 'attached' });
    samples.push(performance.now() - start);
  }
  writeFileSync(model, source);
  await page.close();
  child.kill('SIGINT');
  const taken = spread(samples);
  return atMost('live view, a saved change', amount(taken, 'ms'), taken.median, 500, '500 ms');
}
