import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from './freePort.ts';
import { rollupReceipt } from './rollup.ts';

export type RollupFront = {
  /** Where the node behind it has to listen. */
  readonly nodePort: number;
  stop(): Promise<void>;
};

/** Stands before an anvil that takes a rollup's fees: anvil does not tell them in its receipts, a rollup's node does. */
export async function startRollupFront(port: number): Promise<RollupFront> {
  const nodePort = await freePort();
  const node = `http://127.0.0.1:${nodePort}`;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await text(request);
    try {
      const answer = await fetch(node, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: asked,
      });
      const answered = await answer.text();
      const content = asked.includes('eth_getTransactionReceipt') ? withRollupFees(answered) : answered;
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

function withRollupFees(answered: string): string {
  const answer = JSON.parse(answered) as { result?: object | null };
  return answer.result ? JSON.stringify({ ...answer, result: { ...answer.result, ...rollupReceipt } }) : answered;
}
