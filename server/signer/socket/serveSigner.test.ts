import { mkdtemp, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { signerProbe } from '../../app/probes/signerProbe.ts';
import { createLog } from '../../platform/log/log.ts';
import { ok, refused } from '../../providers/outcome.ts';
import { buildUnsignedPayout, createSignerWorld, NETWORK } from '../signerWorld.testing.ts';
import { createRemoteSigner } from './remoteSigner.ts';
import { serveSigner } from './serveSigner.ts';
import { unavailableSigner } from './unavailableSigner.ts';

/** The counted answers and refusals, as `pay ok` and `pay not_paid`. */
let counted: string[];
const quiet = {
  log: createLog('silent'),
  counts: {
    countAnswer: (question: string, kind: string) => void counted.push(`${question} ${kind}`),
    countRefusal: (question: string, reason: string) => void counted.push(`${question} ${reason}`),
  },
};

let folder: string;
let socket: string;

beforeEach(async () => {
  counted = [];
  folder = await mkdtemp(join(tmpdir(), 'signer-'));
  socket = join(folder, 'socket');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function startServer() {
  const world = await createSignerWorld();
  const server = await serveSigner({ ...unavailableSigner, signer: world.signer }, socket, quiet);
  return { ...world, server, remote: createRemoteSigner(socket).signer };
}

test('answers a worker over the socket like the signer itself', async () => {
  const { remote, makeOrder, money, server } = await startServer();
  const payment = makeOrder('A');
  makeOrder('B');
  money.set('B', refused('not_paid'));
  expect(await remote.clear(['A', 'B'])).toEqual(ok(new Map([['B', 'not_paid']])));
  const unsigned = buildUnsignedPayout([payment], { nonce: 1 });
  const paid = await remote.pay(NETWORK, unsigned, [payment]);
  expect(paid).toMatchObject({ kind: 'ok', value: { orderNos: ['A'], unsigned } });
  expect(await remote.pay(NETWORK, unsigned, [payment])).toEqual(paid);
  const back = buildUnsignedPayout([], { nonce: 1 }, 200n);
  expect(await remote.cancel(NETWORK, back, ['A'])).toMatchObject({ kind: 'ok' });
  expect(await remote.cancel(NETWORK, buildUnsignedPayout([], { nonce: 9 }), ['A'])).toEqual(refused('order_changed'));
  expect(counted).toEqual([
    'clear ok',
    'clear not_paid',
    'pay ok',
    'pay ok',
    'cancel ok',
    'cancel refused',
    'cancel order_changed',
  ]);
  await server.stop();
});

test('releases transfers and withdrawals over the socket, and treats a lost answer as unknown', async () => {
  const handedOver: string[] = [];
  const requestedIds: unknown[] = [];
  const server = await serveSigner(
    {
      ...unavailableSigner,
      transfers: {
        clear: async (refunds) =>
          ok(new Map(refunds.map(({ id, account }) => [id, account === '' ? 'account_unproved' : 'not_owed']))),
        async release(batchId, file) {
          handedOver.push(`${batchId} ${Buffer.from(file).toString()}`);
          return ok(new Map());
        },
      },
      withdrawals: {
        async withdraw(id) {
          requestedIds.push(id);
          if (id === 3) throw new Error('it ends in the middle');
          return id === 1 ? ok({ venueId: 'F1' }) : refused('insufficient_funds', 'EFunding:Insufficient funds');
        },
      },
    },
    socket,
    quiet,
  );
  const { transfers, withdrawals } = createRemoteSigner(socket);
  const refunds = [
    { id: 'RFD1', account: '' },
    { id: 'RFD2', account: 'DE1' },
  ];
  expect(await transfers.clear(refunds)).toEqual(
    ok(
      new Map([
        ['RFD1', 'account_unproved'],
        ['RFD2', 'not_owed'],
      ]),
    ),
  );
  expect(await transfers.release('SLP1', Buffer.from('<Ä/>'))).toEqual(ok(new Map()));
  expect(handedOver).toEqual(['SLP1 <Ä/>']);
  expect(await withdrawals.withdraw(1)).toEqual(ok({ venueId: 'F1' }));
  expect(await withdrawals.withdraw(2)).toEqual(refused('insufficient_funds', 'EFunding:Insufficient funds'));
  // It is unknown whether the venue received the withdrawal: it must not be requested again.
  expect(await withdrawals.withdraw(3)).toMatchObject({ kind: 'unknown' });
  await server.stop();
  expect(await withdrawals.withdraw(4)).toMatchObject({ kind: 'unavailable' });
  expect(requestedIds).toEqual([1, 2, 3]);
  expect(counted).toEqual([
    'transfers/clear ok',
    'transfers/clear account_unproved',
    'transfers/clear not_owed',
    'transfers/release ok',
    'withdrawals/release ok',
    'withdrawals/release refused',
    'withdrawals/release insufficient_funds',
    'withdrawals/release failed',
  ]);
});

test('reports the signer as unavailable when it is down or fails', async () => {
  const remote = createRemoteSigner(socket).signer;
  expect(await remote.clear(['A'])).toMatchObject({ kind: 'unavailable' });
  const { server, makeOrder } = await startServer();
  const payment = makeOrder('A');
  const stranger = { ...buildUnsignedPayout([payment], { nonce: 1 }), pays: 'somebody 1' };
  await remote.clear(['A']);
  expect(await remote.pay(NETWORK, stranger, [payment])).toMatchObject({ kind: 'unavailable' });
  await server.stop();
});

test('does not take the socket of a running signer', async () => {
  const { server, remote } = await startServer();
  await expect(startServer()).rejects.toThrow('another process listens at');
  expect(await remote.clear(['A'])).toMatchObject({ kind: 'ok' });
  await server.stop();
});

test('checks whether its own socket answers', async () => {
  const { server } = await startServer();
  await server.checkSocket();
  await rm(socket);
  await expect(server.checkSocket()).rejects.toThrow('ENOENT');
  const other = await startServer();
  await expect(server.checkSocket()).rejects.toThrow('another signer answers');
  await other.server.checkSocket();
  await server.stop();
  await other.server.stop();
});

test('signs nothing without its lock, and reports to the worker that nothing was done', async () => {
  const requestedIds: number[] = [];
  const withdrawals = { withdraw: async (id: number) => (requestedIds.push(id), ok({ venueId: 'F1' })) };
  const world = await createSignerWorld();
  const operations = { ...unavailableSigner, signer: world.signer, withdrawals };
  const server = await serveSigner(operations, socket, { ...quiet, maySign: () => false });
  const remote = createRemoteSigner(socket);
  expect(await remote.signer.clear(['A'])).toMatchObject({ kind: 'unavailable', cause: 'signer' });
  expect(await remote.withdrawals.withdraw(1)).toMatchObject({ kind: 'unavailable' });
  expect(requestedIds).toEqual([]);
  await server.stop();
});

/** Accepts every connection and answers none, as a process that hangs. */
async function startHungSigner(): Promise<void> {
  const sockets = new Set<Socket>();
  const server = createServer((connection) => void sockets.add(connection));
  await new Promise<void>((resolve) => server.listen({ path: socket }, resolve));
  onTestFinished(async () => {
    for (const connection of sockets) connection.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
}

describe('the worker’s health check', () => {
  const check = (elsewhere?: string) => signerProbe(socket, { getOtherActiveSigner: () => elsewhere }).check();

  test('finds no fault in a running signer', async () => {
    const { server } = await startServer();
    expect(await check()).toEqual(new Map());
    await server.stop();
  });

  test('reports the signer when nothing listens', async () => {
    await expect(check()).rejects.toThrow(`the signer does not answer at ${socket}: connect ENOENT`);
  });

  test('reports the signer when it hangs, and requests do not wait for it', async () => {
    await startHungSigner();
    await expect(check()).rejects.toThrow(`the signer does not answer at ${socket}`);
    const began = performance.now();
    expect(await createRemoteSigner(socket).signer.clear(['A'])).toMatchObject({
      kind: 'unavailable',
      cause: 'signer',
    });
    // A request of a worker may take half a minute.
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  test('reports why a signer that answers cannot sign, unless another one is active', async () => {
    const server = await serveSigner(unavailableSigner, socket, {
      ...quiet,
      faults: () => ['it does not reach the database'],
    });
    expect(await check()).toEqual(new Map([['', 'it does not reach the database']]));
    expect(await check('b')).toEqual(new Map());
    await server.stop();
  });

  test('accepts a passive or missing signer only while another one is active', async () => {
    expect(await check('b')).toEqual(new Map());
    const server = await serveSigner(unavailableSigner, socket, { ...quiet, maySign: () => false });
    expect(await check('b')).toEqual(new Map());
    expect(await check()).toEqual(new Map([['', 'no signer is active']]));
    await server.stop();
  });
});

test('rejects malformed requests', async () => {
  const { server } = await startServer();
  const status = (path: string, body: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'content-type': 'application/json' };
      const clientRequest = request({ socketPath: socket, path, method: 'POST', headers }, (answer) => {
        void text(answer).then(() => resolve(answer.statusCode), reject);
      });
      clientRequest.on('error', reject).end(body);
    });
  expect(await status('/pay', '{}')).toBe(400);
  expect(await status('/pay', '{"network":"eip155:1","unsigned":5,"payments":[]}')).toBe(400);
  expect(await status('/sign', '{}')).toBe(404);
  expect(counted).toEqual(['pay malformed', 'pay malformed']);
  await server.stop();
});

test('restricts the socket to its user and group', async () => {
  const { server } = await startServer();
  expect((await stat(socket)).mode & 0o777).toBe(0o660);
  await server.stop();
});
