import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { insertDelivery } from '../partner/deliveryStore.ts';
import { createWebhookSecret, insertOrderEvents } from '../partner/partnerWorld.testing.ts';
import { getRefusal } from './memberBrowser.testing.ts';
import { openPartnerPagesWorld } from './partnerPagesWorld.testing.ts';

const { database, operate, addPartner, openOwner } = await openPartnerPagesWorld();

async function setDelivery(lane: string, delivery: string): Promise<void> {
  await database.run(sql`update partner_events set delivery = ${delivery} where lane = ${lane}`);
  await database.run(sql`delete from partner_lanes where lane = ${lane}`);
}

describe('deliveries', () => {
  test('are listed only for their partner, by state and in pages', async () => {
    await createWebhookSecret(database, 'shop');
    const browser = await openOwner('shop');
    const lane = await insertOrderEvents(database, 'shop', 52);
    await setDelivery(lane, 'taken');
    const waiting = await insertOrderEvents(database, 'shop', 1);
    await insertOrderEvents(database, 'tea', 1);
    const first = await browser.call('deliveries', { state: 'taken' });
    const second = await browser.call('deliveries', { state: 'taken', cursor: first.cursor ?? 0 });
    const ids = [...first.list, ...second.list].map(({ event }) => event);
    expect(ids).toEqual(Array.from({ length: 52 }, (_, index) => `evt_${lane}_${52 - index}`));
    expect(second.cursor).toBeNull();
    const all = (await browser.call('deliveries', {})).list;
    expect(all[0]).toMatchObject({ event: `evt_${waiting}_1`, orderNo: waiting, delivery: 'waiting', tries: 0 });
  });

  test('show the body and each answer', async () => {
    const browser = await openOwner('shop');
    const lane = await insertOrderEvents(database, 'shop', 1);
    const { entry } = await database.one<{ entry: number }>(sql`select entry from partner_events where lane = ${lane}`);
    const answer = { status: 500, text: 'we are counting', milliseconds: 12 };
    await insertDelivery(database, entry, { number: 1, answer: { ...answer, retryAfter: undefined } });
    expect(await browser.call('delivery', { event: `evt_${lane}_1` })).toMatchObject({
      body: JSON.stringify({ lane, sequence: 1 }),
      tries: 1,
      status: 500,
      attempts: [{ number: 1, status: 500, answer: 'we are counting', milliseconds: 12 }],
    });
  });

  test('of another partner are refused like those that do not exist', async () => {
    const browser = await openOwner('shop');
    const lane = await insertOrderEvents(database, 'tea', 1);
    await setDelivery(lane, 'given_up');
    for (const event of [`evt_${lane}_1`, 'evt_none']) {
      expect(getRefusal(await browser.post('delivery', { event }))).toBe('member_item_unknown');
      expect(getRefusal(await browser.post('replayEvent', { event }))).toBe('member_item_unknown');
    }
    const { delivery } = await database.one<{ delivery: string }>(
      sql`select delivery from partner_events where lane = ${lane}`,
    );
    expect(delivery).toBe('given_up');
  });
});

describe('an event', () => {
  test('is sent again with the same id', async () => {
    const browser = await openOwner('shop');
    const lane = await insertOrderEvents(database, 'shop', 2);
    await setDelivery(lane, 'given_up');
    await browser.call('replayEvent', { event: `evt_${lane}_2` });
    const events = await database.many(
      sql`select id, delivery from partner_events where lane = ${lane} order by sequence`,
    );
    expect(events).toEqual([
      { id: `evt_${lane}_1`, delivery: 'given_up' },
      { id: `evt_${lane}_2`, delivery: 'waiting' },
    ]);
    expect(await database.many(sql`select lane, tries from partner_lanes where lane = ${lane}`)).toEqual([
      { lane, tries: 0 },
    ]);
  });

  test('of a known type is sent as a test, which cannot be sent again', async () => {
    const browser = await openOwner('shop');
    const { event } = await browser.call('sendTestEvent', { type: 'order.delivered' });
    const { body, orderNo, delivery } = await browser.call('delivery', { event });
    expect({ orderNo, delivery }).toEqual({ orderNo: null, delivery: 'waiting' });
    expect(JSON.parse(body)).toMatchObject({ type: 'order.delivered', test: true });
    expect(getRefusal(await browser.post('replayEvent', { event }))).toBe('member_item_unknown');
    expect(getRefusal(await browser.post('sendTestEvent', { type: 'order.unknown' }))).toBe('malformed');
  });

  test('is not sent without a webhook secret, or while the partner is disabled', async () => {
    await addPartner('bare');
    const browser = await openOwner('bare');
    const lane = await insertOrderEvents(database, 'bare', 1);
    const event = `evt_${lane}_1`;
    expect(getRefusal(await browser.post('sendTestEvent', { type: 'order.paid' }))).toBe('webhook_secret_missing');
    expect(getRefusal(await browser.post('replayEvent', { event }))).toBe('webhook_secret_missing');
    await createWebhookSecret(database, 'bare');
    await operate('set', ['partner', 'bare', 'enabled=false']);
    expect(getRefusal(await browser.post('replayEvent', { event }))).toBe('member_read_only');
    expect((await browser.call('delivery', { event })).delivery).toBe('unaddressed');
  });
});
