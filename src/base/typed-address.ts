import { isLoopback } from './loopback.js';

/**
 * An address as a person types it, with its scheme: one of this machine without any is http, as `localhost:4300`. All
 * others come back as they are.
 */
export function withScheme(typed: string): string {
  const text = typed.trim();
  const [, host] = /^(\[[^\]]+\]|[^:/?#@[\]]+)(?::\d+)?(?:[/?#].*)?$/s.exec(text) ?? [];
  return host !== undefined && isLoopback(host) ? `http://${text}` : text;
}
