import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findOpenRequests } from '../../server/action/requests/requestStore.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../server/platform/database/testDatabase.ts';
import { requestTopUps } from './requestTopUps.ts';

const FUNDINGS = [
  { network: 'base', symbol: 'ETH', amount: '1', transactionId: '0xb1' },
  { network: 'ethereum', symbol: 'ETH', amount: '1', transactionId: '0xe1' },
  { network: 'base', symbol: 'NOT_SOLD', amount: '1', transactionId: '0xb2' },
];

const desk = createServer((_request, response) => response.end(JSON.stringify(FUNDINGS)));
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  desk.close();
  await database.drop();
});

test('requests a top-up once for each deposit, only on networks that are sold', async () => {
  const deskUrl = `http://127.0.0.1:${(desk.address() as AddressInfo).port}`;
  const requestFunds = () =>
    requestTopUps({ databaseUrl: database.url, deskUrl, isOn: (network) => network === 'base' });
  await requestFunds();
  await requestFunds();
  const connected = openDatabase(database.url, { maxConnections: 1 });
  const requests = await findOpenRequests(connected);
  await connected.close();
  expect(requests).toMatchObject([
    {
      action: 'top-up',
      subject: 'ETH_BASE 0xb1',
      input: { crypto: 'ETH_BASE', transaction: '0xb1', from: 'owner' },
      status: 'approved',
    },
  ]);
});
