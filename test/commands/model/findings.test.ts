import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_RULES } from '../../../src/model/validate/rules.js';
import { controlCharacterIn, HOSTILE } from '../../support/hostile-service.js';
import type { RunOptions, RunResult } from '../../support/world.js';
import { offline } from './offline.js';
import { SOUND } from './rule-cases.js';

let here: ReturnType<typeof offline>;
beforeAll(() => {
  here = offline();
});
afterAll(() => here.remove());

const validate = (text: string, options: readonly string[] = [], more: RunOptions = {}): Promise<RunResult> =>
  here.run(['model', 'validate', here.write('model.yaml', text), ...options], more);

const WRONG = SOUND.replace('target: db, name', 'target: dbb, name').replace(', tags: [public]', '');

describe('for people', () => {
  it('shows each line with the cause and the remedy, and counts at the end', async () => {
    const { stdout, stderr, code } = await validate(WRONG);
    expect(code).toBe(8);
    expect(stdout).toBe(
      [
        'model.yaml:5:11  warning  The tag public is not used.  tag/unused',
        '  5 |   - { id: public, name: Public, color: blue, group: reach }',
        '    |           ^^^^^^',
        '',
        'model.yaml:18:40  error  There is no model object dbb.  reference/unknown',
        '  18 |   - { id: api-db, origin: api, target: dbb, name: Stores }',
        '     |                                        ^^^',
        '  hint: Did you mean db?',
        '',
      ].join('\n'),
    );
    expect(stderr).toBe('error: 1 error and 1 warning in 1 file.\n');
  });

  it('succeeds with warnings only, and prints that', async () => {
    const { stdout, stderr, code } = await validate(SOUND.replace(', tags: [public]', ''));
    expect([code, stderr]).toEqual([0, '1 warning in 1 file.\n']);
    expect(stdout).toMatch(/^model\.yaml:5:11 {2}warning /);
  });

  it('prints nothing to a program without findings, and a message to a person', async () => {
    expect(await validate(SOUND)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(await validate(SOUND, [], { tty: true })).toMatchObject({ code: 0, stdout: '' });
    expect((await validate(SOUND, [], { tty: true })).stderr).toContain('No problems found in 1 file.');
  });

  it.each([
    ['wide characters', '船船', 'フェリー'],
    ['a tab', 'a\tb', '"a\tb"'],
    ['a long line', 'x'.repeat(3_000), 'y'.repeat(3_000)],
    ['an emoji', '👩‍👩‍👧', '👩‍👩‍👧'],
  ])('puts the mark under %s, and keeps to the width', async (_, name, target) => {
    const text = `namespace: a\nconnections: [{ id: c, name: "${name}", origin: "a", target: ${target}, description: ${'z '.repeat(300)}}]\n`;
    const { stdout } = await validate(text, [], { env: { COLUMNS: '60' } });
    const [line = '', mark = ''] = stdout.split('\n').slice(5, 7);
    const { displayWidth } = await import('../../../src/terminal/width.js');
    expect(displayWidth(line)).toBeLessThanOrEqual(60);
    expect(displayWidth(mark)).toBeLessThanOrEqual(60);
    const start = mark.indexOf('^');
    let cells = 0;
    const under = [...new Intl.Segmenter('en').segment(line)].find(({ segment }) => {
      cells += displayWidth(segment);
      return cells > start;
    });
    expect(target.startsWith(under?.segment ?? '?')).toBe(true);
  });

  it('shows a thousand, and is fast for a long line with more', async () => {
    const tags = Array.from({ length: 3_000 }, (_, at) => ({
      id: `t${at}`,
      name: 'T',
      color: 'red',
      group: 'none',
    }));
    const file = here.write('one-line.json', JSON.stringify({ namespace: 'a', tags }));
    const { stdout, stderr } = await here.run(['model', 'validate', file]);
    expect(stdout.match(/^one-line\.json:1:/gm)).toHaveLength(1_000);
    expect(stdout).toMatch(/\n… and 5000 more; -o json lists all\.\n$/);
    expect(stderr).toContain('3000 errors and 3000 warnings');
  });

  it('uses colours only on a terminal', async () => {
    expect((await validate(WRONG, [], { tty: true })).stdout).toContain('\u001b[31merror\u001b[39m');
  });
});

describe('hostile text', () => {
  const quoted = JSON.stringify(`${HOSTILE}::error file=x::y,%0A`);
  const text = `namespace: a\n${quoted}: 1\nconnections:\n  - { id: ${quoted}, name: x, origin: ${quoted}, target: ${quoted} }\n# ${HOSTILE.replace(/[\r\n\u2028\u0085]/g, '')}\nignore: [${quoted}]\n`;

  it.each([[[]], [['-o', 'json']], [['-o', 'sarif']], [['-o', 'github']], [['-o', 'csv']], [['-o', 'yaml']]])(
    'is escaped for %j',
    async (options) => {
      for (const tty of [false, true]) {
        const { stdout, stderr, code } = await validate(text, options, { tty, env: { NO_COLOR: '1' } });
        expect(code).toBe(8);
        expect(controlCharacterIn(stdout + stderr)).toBeUndefined();
      }
    },
  );

  it('starts no other workflow command', async () => {
    const { stdout } = await validate(text, ['-o', 'github']);
    const lines = stdout.trimEnd().split('\n');
    for (const line of lines)
      expect(line).toMatch(
        /^::(error|warning) file=[^:,]+,line=\d+,endLine=\d+,col=\d+,endColumn=\d+,title=[^:,]+::/,
      );
    expect(lines).toHaveLength(((await validate(text, ['-o', 'json'])).json() as unknown[]).length);
  });
});

describe('for other programs', () => {
  it('is SARIF 2.1.0', async () => {
    const { stdout, code } = await validate(WRONG, ['-o', 'sarif']);
    expect(code).toBe(8);
    const log = JSON.parse(stdout);
    expect(log).toMatchObject({ version: '2.1.0', $schema: expect.stringContaining('sarif-2.1.0') });
    const [{ tool, results, columnKind }] = log.runs;
    expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(ALL_RULES.map(({ name }) => name));
    expect(columnKind).toBe('unicodeCodePoints');
    expect(results).toHaveLength(2);
    for (const { ruleId, ruleIndex, level, message } of results) {
      expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
      expect(['error', 'warning', 'note']).toContain(level);
      expect(message.text).not.toBe('');
    }
    expect(results[1].locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'model.yaml' },
          region: { startLine: 18, startColumn: 40, endLine: 18, endColumn: 43 },
        },
        logicalLocations: [{ name: 'api-db', kind: 'connection' }],
      },
    ]);
  });

  it('is SARIF without results, and no annotation, without findings', async () => {
    const { stdout, code } = await validate(SOUND, ['-o', 'sarif']);
    expect([code, JSON.parse(stdout).runs[0].results]).toEqual([0, []]);
    expect(await validate(SOUND, ['-o', 'github'])).toMatchObject({ code: 0, stdout: '' });
  });

  it('annotates, with escaped delimiters', async () => {
    const file = here.write('50%,a:b.yaml', 'namespace: a\nmoved: [{ from: a, to: "x%\\ny" }]\n');
    const { stdout } = await here.run(['model', 'validate', file, '-o', 'github']);
    expect(stdout).toBe(
      '::error file=50%25%2Ca%3Ab.yaml,line=2,endLine=2,col=9,endColumn=33,title=moved/unknown::No element has the id x%25%0Ay, which is the new id of a move.\n',
    );
  });

  it('is sorted by file and position', async () => {
    here.write('b.yaml', 'namespace: a\ntags:\n  - { id: two, name: Two, color: red, group: g }\n');
    here.write(
      'a.yaml',
      'tagGroups:\n  - { id: g, name: G, icon: bug }\ntags:\n  - { id: one, name: One, color: red, group: g }\n',
    );
    const { stdout } = await here.run(['model', 'validate', 'b.yaml', 'a.yaml', '-o', 'json']);
    expect(
      (JSON.parse(stdout) as { file: string; line: number }[]).map(({ file, line }) => [file, line]),
    ).toEqual([
      ['b.yaml', 3],
      ['a.yaml', 4],
    ]);
  });
});
