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
 * Starts a proxy in front of an anvil with rollup fees that adds them to receipts, as a rollup's node does and anvil does
 * not.
 */
export async function startRollupProxy(port: number): Promise<RollupProxy> {
  const nodePort = await findFreePort();
  const node = `http://127.0.0.1:${nodePort}`;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    try {
      const answer = await fetch(node, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      const answered = await answer.text();
      const content = body.includes('eth_getTransactionReceipt') ? addRollupFees(answered) : answered;
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(content);
    } catch {
      request.socket.destroy();
    }
  }

  const server = createServer((request, response) => void pass(request, response));
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

function addRollupFees(answered: string): string {
  const answer = JSON.parse(answered) as { result?: object | null };
  return answer.result ? JSON.stringify({ ...answer, result: { ...answer.result, ...rollupReceiptFields } }) : answered;
}
