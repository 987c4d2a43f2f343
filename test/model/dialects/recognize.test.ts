import { expect, it } from 'vitest';
import { formatOfText } from '../../../src/model/dialects/recognize.js';

it.each([
  ['graph TD\n  a --> b', 'mermaid'],
  ['graph\n  a --> b', 'mermaid'],
  ['graph LR; a --> b{Open?}', 'mermaid'],
  ['%% a comment\nflowchart LR\n  a --> b', 'mermaid'],
  ['graph {\n  a -- b\n}', undefined],
  ['graph Harbour {\n  a -- b\n}', undefined],
  ['graph "The harbour"\n{\n  a -- b\n}', undefined],
  ['digraph {\n  a -> b\n}', undefined],
  ['asyncapi: 3.0.0\ninfo:\n  title: Tides\n', undefined],
  ['services:\n  web:\n    image: nginx\n', 'compose'],
  ['# stack\nservices: # all\n\n  # one\n  web: { image: nginx }\n', 'compose'],
  ['include:\n  - other.yaml\n', 'compose'],
  ['stages: [test]\nservices:\n  - docker:dind\n', undefined],
  ['include:\n  - local: /ci/build.yml\nstages:\n  - build\n', undefined],
  ['openapi: 3.1.0\ninfo:\n  title: Tides\n', 'openapi'],
])('the content %j has the format %s', (text, format) => {
  expect(formatOfText({ text })).toBe(format);
});
