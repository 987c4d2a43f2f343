import { expect, test } from 'vitest';
import { rootHelp } from '../../src/cli/help/help.js';
import { applyStyle, MARKING_STYLE } from '../../src/cli/help/wrap.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';

const SHOUTING = { bold: (text: string) => `<${text}>`, dim: (text: string) => `(${text})` };

test('prerendered help equals rendered help', async () => {
  const front = await REGISTRY.front();
  const laidOut = rootHelp('1.2.3', REGISTRY, front, MARKING_STYLE);
  expect(applyStyle(laidOut, SHOUTING)).toBe(rootHelp('1.2.3', REGISTRY, front, SHOUTING));
  expect(applyStyle(laidOut, { ...SHOUTING, width: 200 })).toBe(applyStyle(laidOut, SHOUTING));
});

test('on a narrow screen it is rendered anew', async () => {
  const laidOut = rootHelp('1.2.3', REGISTRY, await REGISTRY.front(), MARKING_STYLE);
  expect(applyStyle(laidOut, { ...SHOUTING, width: 60 })).toBeUndefined();
});
