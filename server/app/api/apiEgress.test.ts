import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { calls } from '@slipway/contract/calls.ts';
import type { CallDefinition } from '@slipway/contract/defineCall.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calledFamilies } from '../egress.ts';
import { chainVendors } from '../vendors.ts';
import { openOwnGateway } from './testGateway.testing.ts';

/** Starts a stand-in for a family's services, which answers every request with an error. */
async function startVendorServer() {
  const server = createServer((_request, response) => response.writeHead(500).end('{}'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

const vendorServers = {
  card: await startVendorServer(),
  identity: await startVendorServer(),
  eip155: await startVendorServer(),
  bip122: await startVendorServer(),
};
const at = (vendor: keyof typeof vendorServers) => `http://127.0.0.1:${vendorServers[vendor].port}`;
const gateway = await openOwnGateway({
  vendorsAt: { card: at('card'), identity: at('identity'), eip155: at('eip155'), bip122: at('bip122') },
});
const database = Number(new URL(gateway.database.pool.options.connectionString ?? '').port);

/** All that this process connected to, with any library: ports of this machine, and other addresses with their port. */
const reached = new Set<number | string>();
function recordConnection(message: unknown): void {
  const { socket } = message as { readonly socket: Socket };
  socket.once('connectionAttempt', (address: string, port: number) =>
    reached.add(address === '127.0.0.1' || address === '::1' ? port : `${address}:${port}`),
  );
}

beforeAll(() => diagnostics.subscribe('net.client.socket', recordConnection));
afterAll(() => {
  diagnostics.unsubscribe('net.client.socket', recordConnection);
  for (const { server } of Object.values(vendorServers)) server.close();
});

test('connects only to the database and the vendor families of the api when all calls of the pages are made', async () => {
  const buyer = await gateway.logIn('ask@example.com');
  const token = await gateway.fetchQuoteToken();
  const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
  const submission = { ...calls.coinOrder.example.request, getCurrency: 'ETH', address, token };
  const made = await gateway.post('coinOrder', { ...submission, authToken: buyer.authToken }, buyer.headers);
  for (const [getCurrency, entered] of Object.entries({
    ETH: address,
    BTC: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  })) {
    const { body } = await gateway.post('validateGetAddress', { getCurrency, address: entered });
    expect(body.data).toMatchObject({ valid: true });
  }
  expect(reached).toContain(vendorServers.eip155.port);
  // Existing values, so that requests pass the first check and reach the others.
  const live: Readonly<Record<string, string>> = { token, address, getCurrency: 'ETH', ...(made.body.data as object) };
  for (const { name, example, request: schema } of Object.values(calls) as CallDefinition[]) {
    const own = Object.entries(live).filter(([field]) => field in schema.shape);
    const request = { ...(example.request as object), ...Object.fromEntries(own), authToken: buyer.authToken };
    await gateway.app.inject({
      method: 'POST',
      url: `/gateway/buying/${name}`,
      payload: request,
      headers: buyer.headers,
    });
  }
  const nodes = chainVendors.filter(({ hasContracts }) => hasContracts).map(({ namespace }) => namespace);
  const allowed = [database, ...[...calledFamilies.api, ...nodes].flatMap(listPorts)];
  expect([...reached].filter((port) => !allowed.includes(port as number))).toEqual([]);
  // Proves that the recorder would have seen a request to another vendor.
  await fetch(at('identity'));
  expect(reached).toContain(vendorServers.identity.port);
});

function listPorts(vendor: string): number[] {
  return vendor in vendorServers ? [vendorServers[vendor as keyof typeof vendorServers].port] : [];
}
