import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { coalesceAnswers } from './coalesceAnswers.ts';

const CLIENTS = 3;

test('handles all requests of one event-loop iteration before it sends the first answer', async () => {
  let order: string[] = [];
  const app = fastify({ forceCloseConnections: true });
  onTestFinished(() => app.close());
  app.addHook('onRequest', (_request, reply, done) => {
    // Node's last event of an answer.
    reply.raw.once('prefinish', () => order.push('sent'));
    done();
  });
  app.get('/', { onSend: coalesceAnswers }, async () => {
    order.push('answered');
    return 'all of it';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;

  const sockets = Array.from({ length: CLIENTS }, () => connect(port, '127.0.0.1'));
  const sendRequests = async () => {
    const answers = sockets.map((socket) => once(socket, 'data'));
    // Written within one turn, so that all are readable in the next one.
    for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    return (await Promise.all(answers)).map(String);
  };
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  await sendRequests();
  order = [];
  for (const answer of await sendRequests()) expect(answer).toMatch(/^HTTP\/1\.1 200 OK[^]+all of it$/);
  expect(order).toEqual([...Array(CLIENTS).fill('answered'), ...Array(CLIENTS).fill('sent')]);
  for (const socket of sockets) socket.destroy();
});
