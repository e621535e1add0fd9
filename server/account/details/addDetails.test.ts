import { randomUUID } from 'node:crypto';
import { calls } from '@slipway/contract/calls.ts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import type { Session } from '../../platform/http/handlers.ts';
import { deriveKeys } from '../../platform/secrets.ts';
import { findBuyer, findOrCreateBuyer, setKycLevel } from '../buyerStore.ts';
import { fixLevel } from '../identityLevels/fixedLevel.testing.ts';
import { createNameScreening } from '../names/nameScreening.ts';
import { addDetails, type DetailsContext } from './addDetails.ts';
import { decideReview, listOpenReviews } from './reviewStore.ts';

const testKeys = deriveKeys(Buffer.from('a secret for these tests alone, long enough'));

const { database } = await openOwnDatabase(2);
const { request: details } = calls.addKyc.example;

const context = {
  database,
  rules: { minimumAge: 18 },
  nameScreening: createNameScreening({ names: () => ['Boris Listed'], thresholdPercent: () => 85 }),
  isServedCitizenship: (country: string) => country !== 'KP',
} as unknown as DetailsContext;

async function createBuyer() {
  const id = randomUUID();
  const buyer = { id, email: `${id}@example.com`, verifierReference: id, locale: 'en-US', partnerId: '' };
  await database.transaction((transaction) => findOrCreateBuyer(transaction, testKeys, buyer));
  const reviews = async () => (await listOpenReviews(database, 100)).filter(({ buyerId }) => buyerId === id);
  return {
    id,
    submit: (changes: Partial<typeof details>) =>
      addDetails(context, { ...details, ...changes }, { buyerId: id } as Session),
    reviews,
    reasons: async () => (await reviews()).map(({ reason }) => reason),
    openAlerts: async () =>
      database.many<{ facts: unknown }>(sql`
        select facts from operator_alerts
        where kind = 'identity_review' and facts ->> 'buyer' = ${id} and settled_at is null`),
  };
}

test('opens a review and raises one alert when a refused citizenship is changed', async () => {
  const { submit, reasons, openAlerts } = await createBuyer();
  expect(await submit({ citizenship: 'KP' })).toEqual({ outcome: 'refused', level: 0 });
  expect(await submit({ citizenship: 'DE' })).toEqual({ outcome: 'under_review', level: 0 });
  expect(await submit({ citizenship: 'FR' })).toEqual({ outcome: 'under_review', level: 0 });
  expect(await reasons()).toEqual(['answer_changed']);
  expect(await openAlerts()).toHaveLength(1);
});

test('opens a review when a refused age is changed', async () => {
  const { submit, reasons } = await createBuyer();
  await expect(submit({ birthDate: '2020-01-01' })).rejects.toMatchObject({ key: 'too_young' });
  expect((await submit({})).outcome).toBe('under_review');
  expect(await reasons()).toEqual(['answer_changed']);
});

test('keeps an approval for the approved answers and opens a review for other answers', async () => {
  const { submit, reviews } = await createBuyer();
  await submit({ citizenship: 'KP' });
  await submit({ citizenship: 'DE' });
  const [review] = await reviews();
  await database.transaction((transaction) => decideReview(transaction, review?.id ?? 0, 'approved', 'anna'));
  expect(await submit({ citizenship: 'DE', city: 'Bonn' })).toEqual({ outcome: 'approved', level: 1 });
  expect((await submit({ citizenship: 'FR' })).outcome).toBe('under_review');
});

test('opens a review with the screening verdict for a listed name, and another if the name is then changed', async () => {
  const { id, submit, reviews } = await createBuyer();
  expect((await submit({ firstName: 'Boris J', lastName: 'Listed' })).outcome).toBe('under_review');
  expect(await reviews()).toMatchObject([
    { reason: 'name_listed', facts: { entry: 'Boris Listed', scorePercent: 100 } },
  ]);
  const { screening } = await database.one<{ screening: object }>(
    sql`select screening from kyc_profiles where buyer_id = ${id}`,
  );
  expect(screening).toMatchObject({ isListed: true, thresholdPercent: 85, listVersion: expect.any(String) });
  expect((await submit({})).outcome).toBe('under_review');
  expect(await reviews()).toMatchObject([{ reason: 'answer_changed', facts: { fields: ['name'] } }]);
});

test.each([{ firstName: 'Berta' }, { lastName: 'Fischer' }, { birthDate: '1991-05-31' }, { citizenship: 'FR' }])(
  'refuses to change details that a document has verified: %j',
  async (changes) => {
    const { id, submit } = await createBuyer();
    await submit({});
    await setKycLevel(database, id, 2);
    await expect(submit(changes)).rejects.toMatchObject({ key: 'details_verified' });
    expect(await submit({ city: 'Bonn' })).toEqual({ outcome: 'approved', level: 2 });
  },
);

test('refuses to change verified details while two people have set a lower level', async () => {
  const { id, submit } = await createBuyer();
  await submit({});
  await database.run(sql`
    insert into identity_checks (buyer_id, provider, status, opened_at, updated_at, accepted_at)
    values (${id}, 'any', 'accepted', slipway_now(), slipway_now(), slipway_now())`);
  await setKycLevel(database, id, 2);
  await fixLevel(database, id, 1);
  await expect(submit({ lastName: 'Fischer' })).rejects.toMatchObject({ key: 'details_verified' });
  expect(await submit({ city: 'Bonn' })).toEqual({ outcome: 'approved', level: 1 });
});

test('resets the level to 1 when details are first added after a document', async () => {
  const { id, submit } = await createBuyer();
  await setKycLevel(database, id, 2);
  await submit({});
  expect((await findBuyer(database, id))?.kycLevel).toBe(1);
});
