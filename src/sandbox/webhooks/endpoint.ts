import { isLoopback } from '../../base/loopback.js';

/**
 * Reason why an endpoint URL is invalid; undefined if it is valid. The service requires a public HTTPS endpoint
 * (docs/service.md#subscriptions); the sandbox also accepts HTTP on this machine.
 */
export function endpointProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be a URL such as https://example.com/hooks';
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return 'must be an HTTPS URL';
  if (protocol === 'http:' && !isLoopback(hostname)) {
    return 'must use HTTPS; HTTP is allowed only for this machine (localhost, 127.0.0.1, [::1])';
  }
  if (username !== '' || password !== '') return 'must not contain a user name or password';
  return hash === '' ? undefined : 'must not contain a fragment';
}
