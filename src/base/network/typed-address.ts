import { isLoopback } from './loopback.js';

/**
 * Adds http:// to an address of this machine without a scheme, such as `localhost:4300`. Returns other addresses
 * unchanged.
 */
export function withScheme(typed: string): string {
  const text = typed.trim();
  const [, host] = /^(\[[^\]]+\]|[^:/?#@[\]]+)(?::\d+)?(?:[/?#].*)?$/s.exec(text) ?? [];
  return host !== undefined && isLoopback(host) ? `http://${text}` : text;
}
