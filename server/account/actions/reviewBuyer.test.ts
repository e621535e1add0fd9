import { randomUUID } from 'node:crypto';
import { calls } from '@slipway/contract/calls.ts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { createCommandRunner } from '../../operator/commandLine/commandRunner.testing.ts';
import type { OperatorContext } from '../../operator/operatorAction.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { deriveKeys } from '../../platform/secrets.ts';
import { findBuyer, findOrCreateBuyer } from '../buyerStore.ts';
import { findProfile, saveProfile } from '../details/profileStore.ts';
import { ensureReview, type ReviewReason } from '../details/reviewStore.ts';
import { createNameScreening } from '../names/nameScreening.ts';

const testKeys = deriveKeys(Buffer.from('a secret for these tests alone, long enough'));

const { database } = await openOwnDatabase(2);
const run = createCommandRunner({ database } as OperatorContext);
const screenedName = createNameScreening({ names: () => [], thresholdPercent: () => 85 }).judge('Anna', 'Weber');

/** Creates a buyer whose details are under review, with an open review for each reason. */
async function createBuyerWithReviews(...reasons: readonly ReviewReason[]) {
  const id = randomUUID();
  const buyer = { id, email: `${id}@example.com`, verifierReference: id, locale: 'en-US', partnerId: '' };
  await database.transaction((transaction) => findOrCreateBuyer(transaction, testKeys, buyer));
  await saveProfile(database, id, { ...calls.addKyc.example.request, outcome: 'under_review' }, screenedName);
  const reviews = [];
  for (const reason of reasons)
    reviews.push(
      await database.transaction((transaction) => ensureReview(transaction, id, { reason, subject: id, facts: {} })),
    );
  return {
    reviews: reviews.map((review) => String(review.id)),
    async readOutcome() {
      const [found, profile] = [await findBuyer(database, id), await findProfile(database, id)];
      return { outcome: profile?.outcome, level: found?.kycLevel };
    },
    countOpenAlerts: async () =>
      (
        await database.many(sql`
          select id from operator_alerts where facts ->> 'buyer' = ${id} and settled_at is null`)
      ).length,
  };
}

async function approve(review: string): Promise<string> {
  const output = await run('review', [review, 'approve']);
  return run('approve', [/request (\d+)/.exec(output)?.[1] ?? ''], 'ben');
}

test('two people approve a buyer, and the alert is settled', async () => {
  const { reviews, readOutcome, countOpenAlerts } = await createBuyerWithReviews('name_listed');
  const [review = ''] = reviews;
  expect(await run('list', ['reviews'])).toContain('name_listed');
  const output = await run('review', [review, 'approve']);
  expect(await readOutcome()).toEqual({ outcome: 'under_review', level: 0 });
  const request = /request (\d+)/.exec(output)?.[1] ?? '';
  await expect(run('approve', [request], 'anna')).rejects.toThrow('your own');
  expect(await run('approve', [request], 'ben')).toContain('approved');
  expect(await readOutcome()).toEqual({ outcome: 'approved', level: 1 });
  expect(await countOpenAlerts()).toBe(0);
  await expect(run('review', [review, 'refuse'])).rejects.toThrow('no open review');
  expect(await run('list', ['history'])).toContain(`review ${review}`);
});

test('one person rejects, even after another requested approval', async () => {
  const { reviews, readOutcome } = await createBuyerWithReviews('answer_changed');
  const [review = ''] = reviews;
  const output = await run('review', [review, 'approve']);
  await run('review', [review, 'refuse'], 'carl');
  await expect(run('approve', [/request (\d+)/.exec(output)?.[1] ?? ''], 'ben')).rejects.toThrow('no longer open');
  expect(await readOutcome()).toEqual({ outcome: 'refused', level: 0 });
});

test('approves a buyer with two reviews only after both are approved', async () => {
  const { reviews, readOutcome } = await createBuyerWithReviews('answer_changed', 'name_listed');
  await approve(reviews[0] ?? '');
  expect(await readOutcome()).toMatchObject({ outcome: 'under_review' });
  await approve(reviews[1] ?? '');
  expect(await readOutcome()).toEqual({ outcome: 'approved', level: 1 });
});

test('does not decide the buyer’s details when a document is approved', async () => {
  const { reviews, readOutcome } = await createBuyerWithReviews('document_differs');
  await approve(reviews[0] ?? '');
  expect(await readOutcome()).toEqual({ outcome: 'under_review', level: 0 });
});

test.each([[], ['7'], ['x', 'approve'], ['999999', 'refuse']])('refuses review %s %s', async (...args) => {
  await expect(run('review', args)).rejects.toThrow(/review/);
});
