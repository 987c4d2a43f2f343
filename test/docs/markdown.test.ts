import { describe, expect, test } from 'vitest';
import { commandTreeOf } from '../../src/cli/help/command-tree.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { markdownPages } from '../../src/docs/markdown.js';
import { anchorsOf, linksOf } from './links.js';

const tree = await commandTreeOf(REGISTRY);
const pages = new Map(markdownPages(tree).map(({ file, text }) => [file, text]));

describe('the command reference', () => {
  test('has a section for every command, with its options and arguments', () => {
    for (const command of tree.commands) {
      const text = pages.get(`${command.path[0]}.md`) ?? '';
      const heading = `# archctl ${command.path.join(' ')}\n`;
      const section = (text.split(heading)[1] ?? '').split(/\n##? archctl /)[0] ?? '';
      expect(section).toContain(`${command.summary}.`);
      expect(section).toContain(command.usage);
      for (const { line } of command.examples) expect(section).toContain(`\n${line}\n`);
      for (const { name } of [...command.options, ...command.sharedOptions])
        expect(section).toContain(`\`${name}`);
      for (const { name } of command.arguments)
        expect(section).toContain(`\`${name.replaceAll('|', '\\|')}\``);
    }
    for (const { name } of tree.globalOptions) expect(pages.get('index.md')).toContain(`\`${name}`);
  });

  test('every page can be reached, and every link has a target', () => {
    const reached = new Set(['index.md']);
    for (const [file, text] of pages) {
      for (const link of linksOf(text)) {
        const [target = '', anchor] = link.split('#');
        const page = target === '' ? file : target;
        expect(pages.has(page), `${file}: ${link}`).toBe(true);
        if (anchor !== undefined)
          expect(anchorsOf(pages.get(page) ?? ''), `${file}: ${link}`).toContain(anchor);
        reached.add(page);
      }
    }
    expect([...reached].sort()).toEqual([...pages.keys()].sort());
  });

  test('tables are well-formed', () => {
    for (const [file, text] of pages) {
      let columns = 0;
      for (const line of text.split('\n')) {
        if (!line.startsWith('|')) {
          columns = 0;
          continue;
        }
        const cells = line.replaceAll('\\|', '').split('|').length;
        expect(columns === 0 || cells === columns, `${file}: ${line}`).toBe(true);
        columns = cells;
      }
    }
  });
});
