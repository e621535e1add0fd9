import { randomUUID } from 'node:crypto';
import { calls } from '@slipway/contract/calls.ts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { findBuyer, findOrCreateBuyer } from '../../account/buyerStore.ts';
import { addDetails, type DetailsContext } from '../../account/details/addDetails.ts';
import { decideReview, listOpenReviews } from '../../account/details/reviewStore.ts';
import { createNameScreening } from '../../account/names/nameScreening.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import type { Session } from '../../platform/http/handlers.ts';
import { deriveKeys } from '../../platform/secrets.ts';
import type { DocumentDetails, IdentityCheck, IdentityVerifier } from '../../providers/identity/identityPort.ts';
import { ok } from '../../providers/outcome.ts';
import { refreshIdentityCheck } from './concludeIdentityCheck.ts';

const testKeys = deriveKeys(Buffer.from('a secret for these tests alone, long enough'));

const { database } = await openOwnDatabase(2);
const { request: details } = calls.addKyc.example;
const ANNA = { names: [{ given: 'ANNA', family: 'WEBER' }], birthDate: '1990-05-31', citizenship: 'DE' };

async function createBuyerWithDetails(change: Partial<typeof details> = {}) {
  const id = randomUUID();
  await database.transaction((transaction) =>
    findOrCreateBuyer(transaction, testKeys, {
      id,
      email: `${id}@example.com`,
      verifierReference: id,
      locale: 'en-US',
      partnerId: '',
    }),
  );
  const context = {
    database,
    rules: { minimumAge: 18 },
    nameScreening: createNameScreening({ names: () => ['Boris Listed'], thresholdPercent: () => 85 }),
    isServedCitizenship: () => true,
  } as unknown as DetailsContext;
  await addDetails(context, { ...details, ...change }, { buyerId: id } as Session);
  const loadBuyer = async () => {
    const buyer = await findBuyer(database, id);
    if (!buyer) throw new Error('no buyer');
    return buyer;
  };
  return {
    id,
    async report(status: IdentityCheck['status'], document?: DocumentDetails) {
      const identity = {
        id: 'acme',
        getCheck: async () => ok({ applicantId: id, status, retryable: false, ...(document && { document }) }),
      } as unknown as IdentityVerifier;
      const outcome = await refreshIdentityCheck({ ...context, identity }, await loadBuyer());
      return { status: outcome.kind === 'ok' && outcome.value.status, level: (await loadBuyer()).kycLevel };
    },
    reviews: async () => (await listOpenReviews(database, 100)).filter(({ buyerId }) => buyerId === id),
  };
}

test('raises the buyer to level 2 when the document matches the details', async () => {
  const { report, reviews } = await createBuyerWithDetails();
  expect(await report('accepted', ANNA)).toEqual({ status: 'accepted', level: 2 });
  expect(await reviews()).toEqual([]);
});

test.each([
  ['name', { ...ANNA, names: [{ given: 'BORIS', family: 'LISTED' }] }],
  ['birthDate', { ...ANNA, birthDate: '1790-05-31' }],
  ['citizenship', { ...ANNA, citizenship: 'KP' }],
])('opens a review for another %s on the document, and follows the person’s decision', async (field, document) => {
  const { report, reviews } = await createBuyerWithDetails();
  expect(await report('accepted', document)).toEqual({ status: 'processing', level: 1 });
  expect(await report('accepted', document)).toEqual({ status: 'processing', level: 1 });
  const [review, ...others] = await reviews();
  expect([review, others]).toMatchObject([{ reason: 'document_differs', facts: { fields: [field] } }, []]);
  const decision = field === 'citizenship' ? 'refused' : 'approved';
  await database.transaction((transaction) => decideReview(transaction, review?.id ?? 0, decision, 'anna'));
  expect(await report('accepted', document)).toEqual(
    decision === 'approved' ? { status: 'accepted', level: 2 } : { status: 'rejected', level: 1 },
  );
});

test('opens a review when only the document has a listed name', async () => {
  const { report, reviews } = await createBuyerWithDetails({ firstName: 'Boris', lastName: 'Weber' });
  const document = { ...ANNA, names: [{ given: 'BORIS', family: 'WEBER LISTED' }] };
  expect(await report('accepted', document)).toEqual({ status: 'processing', level: 1 });
  expect(await reviews()).toMatchObject([{ facts: { fields: [], name: { entry: 'Boris Listed' } } }]);
});

test('does not raise the level of a buyer whose details are under review', async () => {
  const { report } = await createBuyerWithDetails({ firstName: 'Boris', lastName: 'Listed' });
  const document = { ...ANNA, names: [{ given: 'BORIS', family: 'LISTED' }] };
  expect(await report('accepted', document)).toEqual({ status: 'processing', level: 0 });
});

test('raises an alert while the verifier reviews the document, and settles it afterwards', async () => {
  const { id, report } = await createBuyerWithDetails();
  const open = () =>
    database.many(sql`
      select id from operator_alerts where kind = 'identity_review' and facts ->> 'buyer' = ${id} and settled_at is null`);
  await report('processing');
  expect(await open()).toHaveLength(1);
  await report('accepted', ANNA);
  expect(await open()).toEqual([]);
});
