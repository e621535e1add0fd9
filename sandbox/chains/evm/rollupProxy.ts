import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { findFreePort } from '../findFreePort.ts';
import { rollupReceiptFields } from './rollup.ts';

export type RollupProxy = {
  /** Port of the node behind the proxy. */
  readonly nodePort: number;
  stop(): Promise<void>;
};

/**
 * Starts a proxy in front of an anvil that charges rollup fees. The proxy adds the fees to receipts: a rollup's own node does
 * that, but anvil does not.
 */
export async function startRollupProxy(port: number): Promise<RollupProxy> {
  const nodePort = await findFreePort();
  const node = `http://127.0.0.1:${nodePort}`;

  async function forwardRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    try {
      const answer = await fetch(node, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      const answerText = await answer.text();
      const content = body.includes('eth_getTransactionReceipt') ? addRollupFees(answerText) : answerText;
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(content);
    } catch {
      request.socket.destroy();
    }
  }

  const server = createServer((request, response) => void forwardRequest(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    nodePort,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function addRollupFees(answerText: string): string {
  const answer = JSON.parse(answerText) as { result?: object | null };
  return answer.result
    ? JSON.stringify({ ...answer, result: { ...answer.result, ...rollupReceiptFields } })
    : answerText;
}
