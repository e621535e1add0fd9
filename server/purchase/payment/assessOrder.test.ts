import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { fixedScreening } from '../../risk/fixedScreening.testing.ts';
import { insertOrder } from '../order/insertOrder.testing.ts';
import type { Order } from '../order/order.ts';
import { exampleOrder } from '../order/orderArbitraries.testing.ts';
import { assessGuards } from './assessOrder.ts';

const { database } = await openOwnDatabase();

async function buyer(some: { readonly level: number; readonly acceptedDaysAgo?: number }): Promise<string> {
  const id = randomUUID();
  await database.run(sql`
    insert into buyers (id, email, kyc_level, verifier_reference, created_at)
    values (${id}, ${`${id}@example.com`}, ${some.level}, ${`applicant_${id}`}, slipway_now())`);
  if (some.acceptedDaysAgo !== undefined)
    await database.run(sql`
      insert into identity_checks (buyer_id, provider, status, opened_at, updated_at, accepted_at)
      values (${id}, 'sumsub', 'accepted', slipway_now(), slipway_now(), slipway_now() - ${some.acceptedDaysAgo} * interval '1 day')`);
  return id;
}

async function order(buyerId: string, euroCents: bigint, paid = false): Promise<Order> {
  const unique = randomUUID();
  const made = {
    ...exampleOrder,
    buyerId,
    orderNo: unique,
    quoteId: unique,
    euroCents,
    submissionHash: Buffer.alloc(32),
    guestHash: null,
  };
  const id = await database.transaction((transaction) => insertOrder(transaction, made));
  if (paid) await database.run(sql`update orders set captured_units = 1 where id = ${id}`);
  return { ...made, id };
}

function identityOf(asked: Order) {
  const { rules, riskRules } = seededSettings();
  return assessGuards({ database, screening: fixedScreening(), rules, riskRules: () => riskRules }, asked).then(
    ({ identity }) => identity,
  );
}

describe('the 700 euro rule', () => {
  test('counts the paid orders of thirty days', async () => {
    const buyerId = await buyer({ level: 1 });
    expect(await identityOf(await order(buyerId, 70_000n))).toBe('accepted');
    expect(await identityOf(await order(buyerId, 70_001n))).toBe('needed');
    await order(buyerId, 60_000n, true);
    expect(await identityOf(await order(buyerId, 10_000n))).toBe('accepted');
    expect(await identityOf(await order(buyerId, 10_001n))).toBe('needed');
  });

  test('is content with a verified document, for as long as it is young enough', async () => {
    expect(await identityOf(await order(await buyer({ level: 2, acceptedDaysAgo: 729 }), 90_000n))).toBe('accepted');
    const buyerId = await buyer({ level: 2, acceptedDaysAgo: 731 });
    expect(await identityOf(await order(buyerId, 90_000n))).toBe('needed');
    const { kyc_level: level, verifier_reference: reference } = await database.one<Record<string, unknown>>(
      sql`select kyc_level, verifier_reference from buyers where id = ${buyerId}`,
    );
    expect(level).toBe(1);
    // An old yes of the verifier belongs to another person now.
    expect(reference).not.toBe(`applicant_${buyerId}`);
  });
});
