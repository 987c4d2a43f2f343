import { deflateSync, strToU8 } from 'fflate';
import { RECEIVE } from './addresses.js';

/**
 * The script that starts the worker of explored pictures: the layout engine and the worker's program, compressed. Pages
 * from `file:` can load scripts, but cannot start a worker from a file.
 * @param elk Source of the CommonJS module of ELK. @param worker Source of the worker.
 */
export function layoutScript(elk: string, worker: string): string {
  // With a `document`, ELK runs in its caller's thread instead of handling the messages of the worker.
  const source = `${COMMON_JS}
globalThis.ELK = (function (exports, require, document) {${elk}
return exports.default;})({}, require, {});
${worker}`;
  const text = Buffer.from(deflateSync(strToU8(source), { level: 9 })).toString('base64');
  return `${RECEIVE}.worker("${text}");\n`;
}

/** The bundler's runtime: each of its functions is one that wraps a CommonJS module. */
const COMMON_JS = `const wrap = (define) => { let module; return () => { if (!module) define((module = { exports: {} }).exports, module); return module.exports; }; };
const require = () => new Proxy({}, { get: () => wrap });`;
