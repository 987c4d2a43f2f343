import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** One POST to an endpoint. */
export interface Post {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  signal: AbortSignal;
}

/** Sends one POST and answers the status; rejects where there was no answer. Tests hand in their own. */
export type SendWebhook = (post: Post) => Promise<{ status: number }>;

/** Nobody reads the answer's body; a longer one is cut off. */
const BODY_LIMIT = 64 * 1024;

/** Sends over the network: one connection for each POST, redirects not followed. */
export const postOverHttp: SendWebhook = ({ url, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? httpsRequest : httpRequest;
    const content = Buffer.from(body);
    const outgoing = request(
      url,
      {
        method: 'POST',
        agent: false,
        signal,
        headers: { ...headers, 'Content-Length': content.byteLength },
        // Said outright: without it, NODE_TLS_REJECT_UNAUTHORIZED=0 would turn the check of certificates off.
        rejectUnauthorized: true,
      },
      (response) => {
        const done = () => resolve({ status: response.statusCode ?? 0 });
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.byteLength;
          if (size > BODY_LIMIT) response.destroy();
        });
        response.once('close', done);
        response.once('error', reject);
      },
    );
    outgoing.once('error', reject);
    outgoing.end(content);
  });
