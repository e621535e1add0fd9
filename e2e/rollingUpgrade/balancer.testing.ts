import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isUrlAnswering } from '../../tools/start/builtProduct.ts';

const POLL_INTERVAL_MS = 200;

type Upstream = { readonly port: number; ready: boolean; pendingCalls: number };

/** A load balancer like that of an operator: polls `/readyz`, sends each call to a ready server, and never retries a call. */
export type Balancer = {
  /** Failed calls that buyers got, such as `POST /gateway/buying/payOrder 502`. */
  readonly failed: readonly string[];
  /** Returns the number of ended calls, including failed ones. */
  readonly calls: () => number;
  /** Adds a server, which receives calls once it is ready. */
  add(port: number): Promise<void>;
  /** Removes a server as an operator does: sends it no more calls and waits until its pending calls have ended. */
  takeOut(port: number): Promise<void>;
  stop(): Promise<void>;
};

export async function startBalancer(port: number): Promise<Balancer> {
  const upstreams: Upstream[] = [];
  const failed: string[] = [];
  let callCount = 0;
  let answered = 0;

  function forwardCall(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = '', url = '' } = incoming;
    const ready = upstreams.filter((upstream) => upstream.ready);
    callCount += 1;
    const upstream = ready[callCount % ready.length];
    const end = (status: number) => {
      answered += 1;
      if (status >= 500) failed.push(`${method} ${url.split('?', 1)[0]} ${status}`);
    };
    const refuse = (status: number) => {
      end(status);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(status).end();
    };
    if (!upstream) return refuse(503);
    upstream.pendingCalls += 1;
    const forwardedCall = request({
      host: '127.0.0.1',
      port: upstream.port,
      method,
      path: url,
      headers: incoming.headers,
      agent: false,
    });
    forwardedCall.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.once('end', () => end(answer.statusCode ?? 502));
      answer.once('error', () => refuse(502));
    });
    forwardedCall.once('error', () => refuse(502));
    forwardedCall.once('close', () => {
      upstream.pendingCalls -= 1;
    });
    incoming.pipe(forwardedCall);
  }

  const server = createServer(forwardCall).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const checkReadiness = async () => {
    await Promise.all(
      upstreams.map(async (upstream) => {
        upstream.ready = await isUrlAnswering(`http://127.0.0.1:${upstream.port}/readyz`);
      }),
    );
  };
  const polling = new AbortController();
  const pollingEnded = (async () => {
    while (!polling.signal.aborted) {
      await checkReadiness();
      await sleep(POLL_INTERVAL_MS, undefined, { signal: polling.signal }).catch(() => undefined);
    }
  })();

  return {
    failed,
    calls: () => answered,
    async add(added) {
      const upstream = { port: added, ready: false, pendingCalls: 0 };
      upstreams.push(upstream);
      while (!upstream.ready) await sleep(POLL_INTERVAL_MS);
    },
    async takeOut(taken) {
      const [upstream] = upstreams.splice(
        upstreams.findIndex((each) => each.port === taken),
        1,
      );
      const isBusy = () => (upstream?.pendingCalls ?? 0) > 0;
      while (isBusy()) await sleep(POLL_INTERVAL_MS);
    },
    async stop() {
      polling.abort();
      await pollingEnded;
      server.closeAllConnections();
      server.close();
    },
  };
}
