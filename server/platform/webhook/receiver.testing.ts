import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export type Posted = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string };

export type ReceiverAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Returns the answer to a post, possibly after a delay. */
export type PostResponder = (posted: Posted) => ReceiverAnswer | 'hang up' | Promise<ReceiverAnswer | 'hang up'>;

export type Receiver = { readonly url: string; readonly port: number; readonly posted: Posted[] };

/** Opens an endpoint on this machine that records the requests posted to it, and closes it after the file's tests. */
export async function openReceiver(answer: PostResponder): Promise<Receiver> {
  const posted: Posted[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const post = { path, headers, body: Buffer.concat(parts).toString() };
      posted.push(post);
      void Promise.resolve(answer(post)).then((given) => {
        if (given === 'hang up') request.socket.destroy();
        else response.writeHead(given.status, given.headers).end(given.body);
      });
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, port, posted };
}
