import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type FaultyNode = { readonly url: string; stop(): Promise<void> };
type Exchange = { readonly asked: string; readonly answered: string };

/** For the conformance tests: a way to a node on which transactions arrive and their answers do not. */
export function startLosingAnswers(rpcUrl: string): Promise<FaultyNode> {
  return startFaulty(rpcUrl, ({ asked, answered }) => (/send_?rawtransaction/i.test(asked) ? undefined : answered));
}

/** What nodes answer for a transaction that they do not find. */
const NOT_FOUND = {
  gettransaction: { error: { code: -5, message: 'Invalid or non-wallet transaction id' } },
  getrawtransaction: { error: { code: -5, message: 'No such mempool or blockchain transaction.' } },
  getmempoolentry: { error: { code: -5, message: 'Transaction not in mempool' } },
  eth_getTransactionReceipt: { result: null },
  eth_getTransactionByHash: { result: null },
} as const;

/** For the conformance tests: a node that finds one transaction neither in its pool nor in its index. */
export function startForgetting(rpcUrl: string, transactionId: string): Promise<FaultyNode> {
  return startAnswering(rpcUrl, ({ method, params }) =>
    params?.[0] === transactionId ? NOT_FOUND[method as keyof typeof NOT_FOUND] : undefined,
  );
}

type Question = { readonly id: unknown; readonly method: string; readonly params?: readonly unknown[] };

/** A node that gives some answers of its own; undefined: as the one behind it, whose answer is the second argument. */
export function startAnswering(
  rpcUrl: string,
  answer: (question: Question, answered: { readonly result?: unknown }) => object | undefined,
): Promise<FaultyNode> {
  return startFaulty(rpcUrl, ({ asked, answered }) => {
    const question = JSON.parse(asked) as Question;
    const own = answer(question, JSON.parse(answered) as { result?: unknown });
    return own ? JSON.stringify({ jsonrpc: '2.0', id: question.id, result: null, ...own }) : answered;
  });
}

/** Undefined for an answer that never comes. */
async function startFaulty(rpcUrl: string, answer: (exchange: Exchange) => string | undefined): Promise<FaultyNode> {
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await text(request);
    const node = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body: asked });
    const content = answer({ asked, answered: await node.text() });
    if (content === undefined) request.socket.destroy();
    else response.writeHead(node.status, { 'content-type': 'application/json' }).end(content);
  }

  const server = createServer((request, response) => void pass(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
