import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { moveClockOffMidnight } from '../../platform/database/moveClockOffMidnight.testing.ts';
import { storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';

const world = await openConsoleWorld();
const { database } = world;
const vera = world.createVisitor('vera');
await vera.logIn();
const { today, tomorrow } = await moveClockOffMidnight(database);
const period = { from: today, to: tomorrow };

type Attempt = { status: string; refusal?: string; country?: string; brand?: string; age?: string };

async function storeAttempt({ status, refusal, country, brand = 'visa', age = '0 days' }: Attempt): Promise<string> {
  const { id, orderNo } = await storeOrder(database);
  await database.run(sql`
    insert into payment_attempts (id, order_id, submission_id, save_card, status, refusal, card_country, brand, last4,
      created_at, updated_at)
    values (${`attempt_${randomUUID()}`}, ${id}, ${randomUUID()}, false, ${status}, ${refusal ?? null}, ${country ?? null},
      ${brand === '' ? null : brand}, '4242', slipway_now() - ${age}::interval, slipway_now())`);
  return orderNo;
}

const poor = await storeAttempt({ status: 'declined', refusal: 'insufficient_funds', country: 'DE' });
const expired = await storeAttempt({ status: 'declined', refusal: 'expired_card', country: 'US' });
const nameless = await storeAttempt({ status: 'declined', brand: '' });
await storeAttempt({ status: 'captured', country: 'DE' });
await storeAttempt({ status: 'authorized', country: 'DE' });
await storeAttempt({ status: 'voided', country: 'FR' });
// The issuer has not decided these, or has decided them on other days.
await storeAttempt({ status: 'voided', brand: '' });
await storeAttempt({ status: 'submitted', country: 'DE' });
await storeAttempt({ status: 'requires_action', country: 'DE' });
await storeAttempt({ status: 'declined', refusal: 'expired_card', country: 'DE', age: '2 days' });

describe('declined payments', () => {
  test('are counted by reason and issuing country, with all attempts that the issuer decided', async () => {
    expect(await vera.call('reportDeclines', period)).toEqual({
      attempts: 6,
      declined: 3,
      reasons: [
        { reason: 'declined', declined: 1 },
        { reason: 'expired_card', declined: 1 },
        { reason: 'insufficient_funds', declined: 1 },
      ],
      countries: [
        { country: 'DE', attempts: 3, declined: 1 },
        { country: '', attempts: 1, declined: 1 },
        { country: 'US', attempts: 1, declined: 1 },
        { country: 'FR', attempts: 1, declined: 0 },
      ],
    });
  });

  test.each<[object, readonly string[]]>([
    [{}, [nameless, expired, poor]],
    [{ reason: 'expired_card' }, [expired]],
    [{ country: 'DE' }, [poor]],
    [{ country: '' }, [nameless]],
    [{ reason: 'expired_card', country: 'DE' }, []],
  ])('of %j link to their orders, newest first', async (filter, orders) => {
    const { list, cursor } = await vera.call('reportDeclined', { ...period, ...filter });
    expect({ orders: list.map(({ orderNo }) => orderNo), cursor }).toEqual({ orders, cursor: null });
  });

  test('are listed page by page, each once', async () => {
    const before = { from: '2000-01-01', to: '2000-01-02' };
    const { id } = await storeOrder(database);
    await database.run(sql`
      insert into payment_attempts (id, order_id, submission_id, save_card, status, created_at, updated_at)
      select 'attempt_' || n, ${id}, gen_random_uuid(), false, 'declined', '2000-01-01T12:00Z'::timestamptz, slipway_now()
      from generate_series(1, 120) n`);
    const pages: number[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await vera.call('reportDeclined', { ...before, ...(cursor && { cursor }) });
      pages.push(page.list.length);
      cursor = page.cursor;
    } while (cursor !== null);
    expect(pages).toEqual([50, 50, 20]);
  });

  test('are refused for a malformed cursor', async () => {
    await expect(vera.call('reportDeclined', { ...period, cursor: 'x' })).rejects.toMatchObject({ key: 'act_refused' });
  });
});
