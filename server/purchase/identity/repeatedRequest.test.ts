import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { findBuyer } from '../../account/buyerStore.ts';
import { eraseBuyer } from '../../account/deletion/erasureStore.ts';
import { listReplacedIdentityChecks } from '../../account/exportStore.ts';
import { findDocumentRequestEnd, insertDocumentRequest } from '../../account/identityLevels/documentRequestStore.ts';
import { resetIdentity } from '../../account/identityLevels/identityLevelStore.ts';
import { createNameScreening } from '../../account/names/nameScreening.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import type { IdentityCheck, IdentityVerifier } from '../../providers/identity/identityPort.ts';
import { ok } from '../../providers/outcome.ts';
import { findVerifiedIdentity } from '../dispute/evidenceFactStore.ts';
import { storeBuyer } from '../order/storedOrder.testing.ts';
import { refreshIdentityCheck } from './concludeIdentityCheck.ts';

const { database } = await openOwnDatabase();
const nameScreening = createNameScreening({ names: () => [], thresholdPercent: () => 85 });
const ACCEPTED = { status: 'accepted', applicantId: 'app', retryable: false } as unknown as IdentityCheck;

const REJECTED = { ...ACCEPTED, status: 'rejected' } as const;

/** Creates a verifier that accepts the document by default, and runs the callback during the query. */
function createVerifier(meanwhile: () => Promise<void> = async () => undefined, check: IdentityCheck = ACCEPTED) {
  const getCheck = async () => {
    await meanwhile();
    return ok(check);
  };
  return { id: 'sumsub', getCheck } as unknown as IdentityVerifier;
}

async function requestDocument(buyerId: string): Promise<void> {
  const { requestId } = await database.one<{ requestId: number }>(sql`
    insert into operator_requests (action, subject, input, who, why, status, created_at)
    values ('ask-document', ${buyerId}, '{}', 'cleo', 'a test', 'done', slipway_now()) returning id as "requestId"`);
  await database.transaction(async (transaction) => {
    await resetIdentity(transaction, buyerId, `applicant_${randomUUID()}`);
    await insertDocumentRequest(transaction, { buyerId, requestId });
  });
}

async function refreshCheck(buyerId: string, identity: IdentityVerifier) {
  const buyer = await findBuyer(database, buyerId);
  if (!buyer) throw new Error('there is no buyer');
  await refreshIdentityCheck({ database, identity, nameScreening }, buyer);
  const { level } = await database.one<{ level: number }>(
    sql`select kyc_level as level from buyers where id = ${buyerId}`,
  );
  return { level, isAsked: (await findDocumentRequestEnd(database, buyerId)) !== undefined };
}

test('raises the level and ends a document request when a document is accepted', async () => {
  const buyerId = await storeBuyer(database, `${randomUUID()}@example.com`);
  await requestDocument(buyerId);
  expect(await refreshCheck(buyerId, createVerifier())).toEqual({ level: 2, isAsked: false });
});

test('keeps the level and a document request that was made while the former document was being accepted', async () => {
  const buyerId = await storeBuyer(database, `${randomUUID()}@example.com`);
  expect(
    await refreshCheck(
      buyerId,
      createVerifier(() => requestDocument(buyerId)),
    ),
  ).toEqual({ level: 1, isAsked: true });
});

test('keeps a rejection that was stored while an earlier query was being answered', async () => {
  const buyerId = await storeBuyer(database, `${randomUUID()}@example.com`);
  const reject = async () => {
    await database.run(sql`update clock set offset_seconds = offset_seconds + 1`);
    await refreshCheck(buyerId, createVerifier(undefined, REJECTED));
  };
  expect(await refreshCheck(buyerId, createVerifier(reject))).toMatchObject({ level: 1 });
  expect(await database.one(sql`select status from identity_checks where buyer_id = ${buyerId}`)).toEqual({
    status: 'rejected',
  });
  expect(await refreshCheck(buyerId, createVerifier())).toMatchObject({ level: 2 });
});

test('keeps a replaced identity check as evidence for earlier orders, until the buyer is erased', async () => {
  const buyerId = await storeBuyer(database, `${randomUUID()}@example.com`);
  const acceptDocument = async (day: string) => {
    await refreshCheck(buyerId, createVerifier());
    await database.run(sql`update identity_checks set accepted_at = ${day} where buyer_id = ${buyerId}`);
  };
  await acceptDocument('2026-03-01');
  await requestDocument(buyerId);
  expect(await listReplacedIdentityChecks(database, buyerId)).toMatchObject([
    { provider: 'sumsub', status: 'accepted' },
  ]);
  const findAcceptance = async (day: string) =>
    (await findVerifiedIdentity(database, buyerId, new Date(day)))?.acceptedAt.toISOString().slice(0, 10);
  expect(await findAcceptance('2026-09-01')).toBe('2026-03-01');
  await acceptDocument('2026-10-01');
  expect(await findAcceptance('2026-09-01')).toBe('2026-03-01');
  expect(await findAcceptance('2026-11-01')).toBe('2026-10-01');
  expect(await findAcceptance('2026-01-01')).toBe('2026-03-01');
  await database.transaction((transaction) => eraseBuyer(transaction, buyerId));
  expect(await listReplacedIdentityChecks(database, buyerId)).toEqual([]);
});
