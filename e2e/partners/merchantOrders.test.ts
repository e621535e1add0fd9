import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';

type StoredOrder = { readonly id: string };

/** The example's functions. It is imported by its path, because its types need the built package. */
type ExampleOrders = {
  deriveState(order: StoredOrder): string;
  openOrders(folder: string): {
    create(cents: number, address: string): StoredOrder;
    addSession(id: string, sessionId: string): void;
    applyEvent(event: object): StoredOrder | undefined;
  };
};

const example = new URL('../../examples/merchant-checkout/orders.ts', import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'slipway-merchant-'));
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

test('an order that was paid stays paid if its purchase is refunded, and the shop reports it', async () => {
  const { deriveState, openOrders } = (await import(example)) as ExampleOrders;
  const reported = vi.spyOn(console, 'error').mockReturnValue();
  const orders = openOrders(folder);
  const { id } = orders.create(1_000, '0x71C7656EC7ab88b098defB751B7401B5f6d8976F');
  orders.addSession(id, 'session');
  const states = ['paid', 'delivered', 'refunded'].map((status, sequence) => {
    const data = { sessionId: 'session', orderNo: 'A', sequence, status, transactionId: null };
    const order = orders.applyEvent({ data });
    return order && deriveState(order);
  });
  expect(states).toEqual(['processing', 'paid', 'paid']);
  expect(reported).toHaveBeenCalledWith(expect.stringContaining(`${id} was refunded after it was paid`));
});
