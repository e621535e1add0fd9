import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256 } from '../platform/secrets.ts';
import { storeOrder } from '../purchase/order/storedOrder.testing.ts';
import { insertPartnerSession, openPartnerSession } from '../purchase/session/partnerSessionStore.ts';
import { openPartnerPagesWorld } from './partnerPagesWorld.testing.ts';

const { database, openOwner } = await openPartnerPagesWorld();

/** Creates a session that can be opened for this many seconds, and returns its opener. */
async function insertSession(id: string, seconds = 600, partnerId = 'shop'): Promise<Buffer> {
  const openerHash = sha256(`opener of ${id}`);
  const terms = { address: 'the wallet of a buyer' } as never;
  await insertPartnerSession(database, { id, partnerId, terms, openerHash, seconds });
  return openerHash;
}

test('lists the partner’s sessions with their states, newest first, without terms', async () => {
  const browser = await openOwner('shop');
  await insertSession('waiting');
  await insertSession('expired', -1);
  const open = async (id: string) =>
    openPartnerSession(database, { openerHash: await insertSession(id), proofHash: sha256(randomUUID()) });
  await open('opened');
  await open('ordered');
  const { orderNo } = await storeOrder(database, { partnerId: 'shop', partnerSession: 'ordered' });
  await storeOrder(database, { partnerId: 'tea', partnerSession: 'opened' });
  await insertSession('other', 600, 'tea');

  const { list } = await browser.call('purchaseSessions', {});
  expect(list.map(({ id, state, orderNo: number }) => [id, state, number])).toEqual([
    ['ordered', 'ordered', orderNo],
    ['opened', 'opened', null],
    ['expired', 'expired', null],
    ['waiting', 'waiting', null],
  ]);
  expect(JSON.stringify(list)).not.toContain('wallet');
});
