import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** A POST request to an endpoint. */
export interface Post {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  signal: AbortSignal;
}

/** Sends a POST request and returns the status. Rejects if there is no response. Tests inject their own. */
export type SendWebhook = (post: Post) => Promise<{ status: number }>;

/** The response body is not used; longer ones are cut off. */
const BODY_LIMIT = 64 * 1024;

/** Sends over the network, with a new connection for each request and without following redirects. */
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
        // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise disable certificate checks.
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
