import { isLoopback } from '../../base/loopback.js';

/**
 * Reason why an endpoint URL is invalid; undefined if it is valid. The service requires a public HTTPS endpoint
 * (docs/service.md#subscriptions); the sandbox also accepts HTTP on this machine.
 */
export function endpointProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be an address, such as https://example.com/hooks';
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return 'must be an https address';
  if (protocol === 'http:' && !isLoopback(hostname)) {
    return 'must be https; http is for this machine only (localhost, 127.0.0.1, [::1])';
  }
  if (username !== '' || password !== '') return 'must not hold a user name or a password';
  return hash === '' ? undefined : 'must not hold a fragment';
}
