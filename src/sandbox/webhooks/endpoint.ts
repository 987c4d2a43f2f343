import { isLoopback } from '../../base/loopback.js';

/**
 * What is wrong with the address of an endpoint; undefined where nothing is. The service asks for a public HTTPS
 * endpoint (docs/service.md#subscriptions); the sandbox takes http as well where it stays on this machine.
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
