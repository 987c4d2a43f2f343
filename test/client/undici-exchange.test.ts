/** Responses that arrive in chunks, without a network. The transports are tested over a network. */

import type { Dispatcher } from 'undici';
import { describe, expect, it } from 'vitest';
import { exchange } from '../../src/client/transport/transport-undici.js';

const KILOBYTE = 1024;

/** A running request whose response the test provides. */
function underWay(signal?: AbortSignal) {
  const aborts: unknown[] = [];
  const controller = {
    paused: false,
    pause: () => {
      controller.paused = true;
    },
    resume: () => {
      controller.paused = false;
    },
    abort: (reason: Error) => void aborts.push(reason.message),
  };
  const its = controller as unknown as Dispatcher.DispatchController;
  let handler: Dispatcher.DispatchHandler = {};
  const dispatch: Dispatcher['dispatch'] = (_options, given) => {
    handler = given;
    return true;
  };
  const url = new URL('http://127.0.0.1:1/a?b=c');
  const answer = exchange({ dispatch } as Dispatcher, { method: 'GET', url, headers: {}, signal });
  return {
    answer,
    aborts,
    controller,
    start: () => handler.onRequestStart?.(its, undefined),
    head: (status = 200) => handler.onResponseStart?.(its, status, { 'X-Own': ['a', 'b'] }),
    piece: (kilobytes: number, fill = 'x') =>
      handler.onResponseData?.(its, Buffer.alloc(kilobytes * KILOBYTE, fill)),
    end: () => handler.onResponseEnd?.(its, {}),
    fail: (message: string) => handler.onResponseError?.(its, new Error(message)),
  };
}

/** A request whose response has started. */
async function answering(signal?: AbortSignal) {
  const request = underWay(signal);
  request.start();
  request.head();
  return { ...request, ...(await request.answer) };
}

describe('a chunked response', () => {
  it('has the last status and headers in lower case', async () => {
    const request = underWay();
    request.start();
    request.head(103);
    request.head(207);
    expect(await request.answer).toMatchObject({ status: 207, headers: { 'x-own': 'a, b' } });
  });

  it('is paused while it is not read, and complete in the end', async () => {
    const { body, piece, end, controller } = await answering();
    piece(63, 'a');
    expect(controller.paused).toBe(false);
    piece(1, 'b');
    expect(controller.paused).toBe(true);
    const pieces = body[Symbol.asyncIterator]();
    const first = await pieces.next();
    expect({ first: first.value?.[0], paused: controller.paused }).toEqual({ first: 97, paused: false });
    piece(1, 'c');
    end();
    const rest = [await pieces.next(), await pieces.next(), await pieces.next()];
    expect(rest.map(({ value }) => value?.[0])).toEqual([98, 99, undefined]);
  });

  it('is awaited', async () => {
    const { body, piece, end, aborts } = await answering();
    const text = body.text();
    piece(1);
    await Promise.resolve();
    piece(1);
    end();
    expect(await text).toHaveLength(2 * KILOBYTE);
    expect(aborts).toEqual([]);
  });

  it('closes its connection when its reader stops', async () => {
    const { body, piece, aborts } = await answering();
    piece(1);
    for await (const _piece of body) break;
    expect(aborts).toEqual(['The rest of the response is not needed.']);
  });

  it('keeps its connection if only a small unread rest is left', async () => {
    const [little, much] = [await answering(), await answering()];
    for (const { piece } of [little, much]) piece(100);
    const discarded = [little, much].map(({ body }) => body.discard());
    expect(little.controller.paused).toBe(false);
    little.piece(100);
    little.end();
    much.piece(100);
    much.piece(100);
    await Promise.all(discarded);
    expect([little.aborts, much.aborts]).toEqual([[], ['The rest of the response is not needed.']]);
  });

  it('that breaks off fails its reader after the received part', async () => {
    const { body, piece, fail } = await answering();
    piece(1);
    fail('broken');
    const pieces = body[Symbol.asyncIterator]();
    expect((await pieces.next()).done).toBe(false);
    await expect(pieces.next()).rejects.toThrow('broken');
  });

  it('that never starts fails the request', async () => {
    const request = underWay();
    request.fail('refused');
    await expect(request.answer).rejects.toThrow('refused');
  });

  it('can be aborted until it has ended', async () => {
    const reason = new Error('stopped');
    const [early, late] = [new AbortController(), new AbortController()];
    early.abort(reason);
    const request = underWay(early.signal);
    request.start();
    expect(request.aborts).toEqual(['stopped']);
    const [open, over] = [await answering(late.signal), await answering(late.signal)];
    over.end();
    late.abort(reason);
    expect([open.aborts, over.aborts]).toEqual([['stopped'], []]);
  });
});
