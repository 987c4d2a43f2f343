import type { RejectReason } from '../types.js';

/** Codes for a client that closed the connection; a request in progress reports that itself. */
const GONE = new Set(['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE']);

interface Fault {
  status: number;
  phrase: string;
  reason: RejectReason;
  message: string;
}

const MALFORMED: Fault = {
  status: 400,
  phrase: 'Bad Request',
  reason: 'malformed-request',
  message: 'The request was not valid HTTP.',
};

const FAULTS: Record<string, Fault> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    phrase: 'Request Header Fields Too Large',
    reason: 'headers-too-large',
    message: 'The headers were too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    phrase: 'Request Timeout',
    reason: 'too-slow',
    message: 'The request did not arrive in time.',
  },
};

/** Describes an error of Node's parser; undefined if the client closed the connection. */
export const faultOf = ({ code = '' }: NodeJS.ErrnoException): Fault | undefined =>
  GONE.has(code) ? undefined : (FAULTS[code] ?? MALFORMED);

/** Complete HTTP response to a client whose request could not be parsed. */
export const rawAnswer = ({ status, phrase }: Fault): string =>
  `HTTP/1.1 ${status} ${phrase}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
