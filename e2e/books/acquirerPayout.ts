import { assignSandboxPorts } from '../../sandbox/world/ports.ts';
import type { ReadOnlyDatabase } from '../readOnlyDatabase.ts';
import type { SandboxClient } from '../sandboxClient.ts';
import { expect } from '../world.ts';

/** Pays out the acquirer's whole balance in euros and waits until the product has its lines. Returns the payout's id. */
export async function payOutAcquirerBalance(
  desk: SandboxClient,
  books: ReadOnlyDatabase,
  descriptor: string,
): Promise<string> {
  const { stripe } = assignSandboxPorts(Number(new URL(desk.url).port));
  const answer = await fetch(`http://localhost:${stripe}/dashboard/payouts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ currency: 'eur', descriptor }),
  });
  expect(answer.ok, await answer.clone().text()).toBe(true);
  const { payouts } = (await answer.json()) as { payouts: readonly { readonly id: string }[] };
  const id = payouts.at(-1)?.id ?? '';
  const recorded = 'select 1 from acquirer_payouts where id = $1 and itemized_at is not null';
  await expect.poll(async () => (await books.rows(recorded, [id])).length).toBe(1);
  return id;
}
