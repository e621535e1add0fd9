import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type FaultyNode = { readonly url: string; stop(): Promise<void> };
type RpcExchange = { readonly request: string; readonly answered: string };

/** For the conformance tests: starts a proxy that forwards everything to a node and drops its answers to transactions. */
export function startAnswerLosingNode(rpcUrl: string): Promise<FaultyNode> {
  return startFaultyNode(rpcUrl, ({ request: requestBody, answered }) =>
    /send_?rawtransaction/i.test(requestBody) ? undefined : answered,
  );
}

/** Answers of nodes for a transaction that they do not find. */
const NOT_FOUND = {
  gettransaction: { error: { code: -5, message: 'Invalid or non-wallet transaction id' } },
  getrawtransaction: { error: { code: -5, message: 'No such mempool or blockchain transaction.' } },
  getmempoolentry: { error: { code: -5, message: 'Transaction not in mempool' } },
  eth_getTransactionReceipt: { result: null },
  eth_getTransactionByHash: { result: null },
} as const;

/** For the conformance tests: starts a proxy of a node that finds one transaction neither in its mempool nor its index. */
export function startForgettingNode(rpcUrl: string, transactionId: string): Promise<FaultyNode> {
  return startOverridingNode(rpcUrl, ({ method, params }) =>
    params?.[0] === transactionId ? NOT_FOUND[method as keyof typeof NOT_FOUND] : undefined,
  );
}

type RpcRequest = { readonly id: unknown; readonly method: string; readonly params?: readonly unknown[] };

/**
 * Starts a proxy of a node that overrides some answers. `override` gets the request and the node's answer, and returns the
 * fields to send instead; if it returns undefined, the node's answer is sent.
 */
export function startOverridingNode(
  rpcUrl: string,
  override: (request: RpcRequest, answered: { readonly result?: unknown }) => object | undefined,
): Promise<FaultyNode> {
  return startFaultyNode(rpcUrl, ({ request: requestBody, answered }) => {
    const request = JSON.parse(requestBody) as RpcRequest;
    const fields = override(request, JSON.parse(answered) as { result?: unknown });
    return fields ? JSON.stringify({ jsonrpc: '2.0', id: request.id, result: null, ...fields }) : answered;
  });
}

/** Starts a proxy that sends the text returned by `answer`; undefined closes the connection without an answer. */
async function startFaultyNode(
  rpcUrl: string,
  answer: (exchange: RpcExchange) => string | undefined,
): Promise<FaultyNode> {
  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestBody = await text(request);
    const node = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: requestBody,
    });
    const content = answer({ request: requestBody, answered: await node.text() });
    if (content === undefined) request.socket.destroy();
    else response.writeHead(node.status, { 'content-type': 'application/json' }).end(content);
  }

  const server = createServer((request, response) => void forward(request, response));
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
