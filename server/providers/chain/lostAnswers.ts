import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * For the conformance tests: a way to a node on which transactions arrive and their answers do not. Everything else
 * passes through.
 */
export async function startLosingAnswers(rpcUrl: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const answer = await fetch(rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      const content = await answer.text();
      if (/send_?rawtransaction/i.test(body)) request.socket.destroy();
      else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(content);
    });
  });
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
