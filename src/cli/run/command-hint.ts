import { ArchctlError } from '../../base/errors.js';
import { isLoopback } from '../../base/network/loopback.js';

/** Replaces the hint of the library, which is for programs, by the next command. */
export function withCommandHint(error: ArchctlError): ArchctlError {
  const hint = commandHint(error) ?? error.facts.hint;
  return hint === error.facts.hint
    ? error
    : new ArchctlError(error.kind, error.message, { ...error.facts, hint });
}

function commandHint({ facts }: ArchctlError): string | undefined {
  const { hostname = '', host = '' } = URL.canParse(facts.url ?? '') ? new URL(facts.url ?? '') : {};
  switch (facts.reason) {
    case 'unauthorized':
      return 'Sign in again with "archctl auth login". "archctl auth status" shows which key was used.';
    case 'forbidden':
      return `${facts.hint} "archctl auth status" shows the key.`;
    case 'redirect':
      return `${host} redirects to another address: check the base URL ("archctl auth status").`;
    case 'server-error':
      return facts.retryAfter === undefined ? TRY_LATER : undefined;
    case 'timeout':
      if (facts.status === undefined) return 'Try again, or raise --timeout.';
      return facts.retryAfter === undefined ? TRY_LATER : undefined;
    case 'bad-request':
    case 'unprocessable':
      return facts.hint && 'Use --debug to see the request.';
    case 'connection-refused':
      return isLoopback(hostname)
        ? 'Start the sandbox with "archctl sandbox start --detach", or check the base URL.'
        : undefined;
    case 'list-too-large':
      return 'Narrow the request with a filter or with --limit.';
    default:
      return undefined;
  }
}

const TRY_LATER = 'Try again later, or raise --retries.';
