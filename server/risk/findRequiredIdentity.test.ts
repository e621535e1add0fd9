import { randomUUID } from 'node:crypto';
import { calls } from '@slipway/contract/calls.ts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { findOrCreateBuyer } from '../account/buyerStore.ts';
import { addDetails, type DetailsContext } from '../account/details/addDetails.ts';
import { endFixedLevel, fixLevel } from '../account/identityLevels/fixedLevel.testing.ts';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import type { Session } from '../platform/http/handlers.ts';
import { deriveKeys } from '../platform/secrets.ts';
import { storeBuyer, storeOrder } from '../purchase/order/storedOrder.testing.ts';
import { findRequiredIdentity } from './findRequiredIdentity.ts';

const { database } = await openOwnDatabase();
const { rules } = seededSettings();
const LIMIT = rules.identityAboveEuroCents;
const findRequirement = (session: Session | null, euroCents: bigint) =>
  findRequiredIdentity({ database, rules }, session, euroCents);

let buyers = 0;
async function createBuyer(kycLevel: number, documentDaysAgo?: number): Promise<Session> {
  buyers += 1;
  const email = `buyer${buyers}@example.com`;
  const buyerId = await storeBuyer(database, email);
  await database.run(sql`update buyers set kyc_level = ${kycLevel} where id = ${buyerId}`);
  if (documentDaysAgo !== undefined)
    await database.run(sql`
      insert into identity_checks (buyer_id, provider, status, opened_at, updated_at, accepted_at)
      values (${buyerId}, 'any', 'accepted', slipway_now(), slipway_now(),
        slipway_now() - ${documentDaysAgo} * interval '1 day')`);
  return { id: buyers, buyerId, email, partnerId: '0', kycLevel, expiresAt: new Date(), isProved: true };
}

test('requires details from a guest, and a document above the limit', async () => {
  expect(await findRequirement(null, LIMIT)).toBe('basic');
  expect(await findRequirement(null, LIMIT + 1n)).toBe('document');
});

test('requires nothing more from a known buyer until the limit is used up', async () => {
  const buyer = await createBuyer(1);
  expect(await findRequirement(buyer, LIMIT)).toBe('none');
  const { id } = await storeOrder(database, { buyerId: buyer.buyerId, euroCents: LIMIT - 10_000n });
  expect(await findRequirement(buyer, 10_001n)).toBe('none');
  await database.run(sql`update orders set captured_units = pay_units where id = ${id}`);
  expect(await findRequirement(buyer, 10_000n)).toBe('none');
  expect(await findRequirement(buyer, 10_001n)).toBe('document');
});

test('adds up the orders of one person’s accounts with suffixed email addresses', async () => {
  const keys = deriveKeys(Buffer.from('a secret for these tests alone, long enough'));
  const verdict = { isListed: false, entry: '', scorePercent: 0, thresholdPercent: 85, listVersion: '' };
  const context = {
    database,
    rules,
    nameScreening: { judge: () => verdict },
    isServedCitizenship: () => true,
  } as unknown as DetailsContext;
  const outcomes = [];
  for (const suffix of [1, 2, 3, 4]) {
    const id = randomUUID();
    const account = { id, email: `anna+${suffix}@example.com`, verifierReference: id, locale: 'en-US', partnerId: '0' };
    await database.transaction((transaction) => findOrCreateBuyer(transaction, keys, account));
    const session = { ...(await createBuyer(1)), buyerId: id };
    await addDetails(context, calls.addKyc.example.request, session);
    outcomes.push(await findRequirement(session, LIMIT));
    const order = await storeOrder(database, { buyerId: id, euroCents: LIMIT });
    await database.run(sql`update orders set captured_units = pay_units where id = ${order.id}`);
  }
  expect(outcomes).toEqual(['none', 'document', 'document', 'document']);
});

test('requires details from a buyer who has not given them', async () => {
  expect(await findRequirement(await createBuyer(0), 10_000n)).toBe('basic');
});

test('accepts a document for as long as the operator has set', async () => {
  expect(await findRequirement(await createBuyer(2, 1), LIMIT + 1n)).toBe('none');
  expect(await findRequirement(await createBuyer(2, rules.identityValidDays + 1), LIMIT + 1n)).toBe('document');
});

test.each([
  ['no document', undefined],
  ['an outdated document', rules.identityValidDays + 1],
])('counts a level 2 that two people set only until it expires, for a buyer with %s', async (_, documentDaysAgo) => {
  const buyer = await createBuyer(documentDaysAgo === undefined ? 1 : 2, documentDaysAgo);
  await fixLevel(database, buyer.buyerId, 2);
  expect(await findRequirement(buyer, LIMIT + 1n)).toBe('none');
  // The worker has not removed the ended level yet.
  await endFixedLevel(database, buyer.buyerId);
  expect(await findRequirement(buyer, LIMIT + 1n)).toBe('document');
});

test('accepts a verified document as soon as a lower level that two people set has expired', async () => {
  const buyer = await createBuyer(2, 1);
  await fixLevel(database, buyer.buyerId, 1);
  expect(await findRequirement(buyer, LIMIT + 1n)).toBe('document');
  await endFixedLevel(database, buyer.buyerId);
  expect(await findRequirement(buyer, LIMIT + 1n)).toBe('none');
});
