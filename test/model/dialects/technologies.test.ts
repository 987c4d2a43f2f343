import { describe, expect, it } from 'vitest';
import { technologiesIn } from '../../../src/model/dialects/resolve/technologies.js';

const LONG = 'A program that several teams wrote in the language that they knew';

describe('technologies of a text', () => {
  it.each([
    ['Chrome, Firefox, Safari, or Edge', ['chrome', 'firefox', 'safari', 'edge'], []],
    ['Java and Spring MVC', ['java', 'spring-mvc'], []],
    ['Java, Spring Boot', ['java', 'spring-boot'], []],
    ['TypeScript & React + Vite', ['typescript', 'react', 'vite'], []],
    ['C#, C++ / F#', ['c-sharp', 'c-plus-plus', 'f-sharp'], []],
    ['Android, Orchestra, Handlebars', ['android', 'orchestra', 'handlebars'], []],
    [`Java; ${LONG}`, ['java'], [LONG]],
    ['--', [], ['--']],
    ['or', ['or'], []],
    ['', [], []],
    [undefined, [], []],
  ])('%s', (text, slugs, unknown) => {
    expect(technologiesIn(text)).toEqual({ slugs, unknown });
  });

  it('with a catalog, whole names have precedence, whatever characters and words they contain', () => {
    const catalog = new Map([
      ['tcp/ip', 'tcp-ip'],
      ['search and rescue', 'sar'],
      ['redis', 'redis'],
      ['edge', 'edge'],
    ]);
    expect(technologiesIn('TCP/IP', catalog)).toEqual({ slugs: ['tcp-ip'], unknown: [] });
    expect(technologiesIn('Redis, Search and Rescue, or Edge', catalog)).toEqual({
      slugs: ['redis', 'sar', 'edge'],
      unknown: [],
    });
    expect(technologiesIn('Redis and Rust', catalog)).toEqual({ slugs: ['redis'], unknown: ['Rust'] });
  });
});
