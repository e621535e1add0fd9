import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openOwnGateway } from '../../app/api/testGateway.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import type { CardAcquirer } from '../../providers/card/cardPort.ts';
import { ok, refused } from '../../providers/outcome.ts';
import { openTestBrowser, type TestBrowser } from '../testBrowser.testing.ts';
import { deleteCardsAtAcquirer } from './deleteCardsAtAcquirer.ts';
import { saveCard } from './savedCardStore.ts';

const gateway = await openOwnGateway();
let anna: TestBrowser;
let ben: TestBrowser;
/** Payment methods that the acquirer was asked to delete. */
let forgetRequests: string[] = [];
let answer: Awaited<ReturnType<CardAcquirer['forgetCard']>> = ok(undefined);

beforeAll(async () => {
  anna = openTestBrowser(gateway);
  ben = openTestBrowser(gateway);
  await anna.login('anna@example.com');
  await ben.login('ben@example.com');
});

beforeEach(async () => {
  await gateway.database.run(sql`delete from saved_cards`);
  forgetRequests = [];
  answer = ok(undefined);
});

/** Runs the worker once, after expiring earlier leases. */
async function runWorker() {
  await gateway.database.run(sql`update saved_cards set forget_leased_until = null`);
  await deleteCardsAtAcquirer({
    database: gateway.database,
    log: createLog('silent'),
    card: {
      async forgetCard(paymentMethodId) {
        forgetRequests.push(paymentMethodId);
        return answer;
      },
    },
  });
}

async function createCard(email: string, overrides: { paymentMethodId?: string; fingerprint?: string } = {}) {
  const id = `card_${randomUUID()}`;
  const { buyerId } = await gateway.database.one<{ buyerId: string }>(
    sql`select id as "buyerId" from buyers where email = ${email}`,
  );
  const card = {
    paymentMethodId: `pm_${randomUUID()}`,
    fingerprint: randomUUID(),
    brand: 'visa',
    last4: '4242',
    expiryMonth: 8,
    expiryYear: 2031,
    ...overrides,
  };
  await saveCard(gateway.database, { id, buyerId, card });
  return { id, ...card };
}

async function listCardIds(browser: TestBrowser): Promise<string[]> {
  return ((await browser.post('cardList')).body.data as { cardId: string }[]).map(({ cardId }) => cardId);
}

const requestDeletion = (browser: TestBrowser, cardId: string) => browser.post('delCreditCard', { cardId });
const NOT_FOUND = { respCode: '509', data: { error: 'card_not_found' } };

describe('the deletion of a card', () => {
  test('removes it from the list at once, is sent to the acquirer once, and cannot be repeated', async () => {
    const card = await createCard('anna@example.com');
    const other = await createCard('anna@example.com');
    expect((await requestDeletion(anna, card.id)).body.respCode).toBe('200');
    expect(await listCardIds(anna)).toEqual([other.id]);
    expect(forgetRequests).toEqual([]);
    await runWorker();
    await runWorker();
    expect(forgetRequests).toEqual([card.paymentMethodId]);
    expect((await requestDeletion(anna, card.id)).body).toMatchObject(NOT_FOUND);
  });

  test('is refused for an unknown card or another buyer’s', async () => {
    const card = await createCard('anna@example.com');
    expect((await requestDeletion(ben, card.id)).body).toMatchObject(NOT_FOUND);
    expect((await requestDeletion(ben, 'card_unknown')).body).toMatchObject(NOT_FOUND);
    expect(await listCardIds(anna)).toContain(card.id);
    expect(await listCardIds(ben)).toEqual([]);
    await runWorker();
    expect(forgetRequests).toEqual([]);
  });

  test.each([
    ['an answer is lost', { kind: 'unknown', detail: 'time-out' }],
    ['the acquirer is unavailable', { kind: 'unavailable', retryAfterMs: 1, detail: '503' }],
    ['the deletion is pending', { kind: 'pending' }],
  ] as const)('is sent to the acquirer again when %s', async (_name, failure) => {
    const card = await createCard('anna@example.com');
    await requestDeletion(anna, card.id);
    answer = failure;
    await runWorker();
    answer = refused('not_found');
    await runWorker();
    await runWorker();
    expect(forgetRequests).toEqual([card.paymentMethodId, card.paymentMethodId]);
  });

  test('is sent to the acquirer once when several workers run at once', async () => {
    const card = await createCard('anna@example.com');
    await requestDeletion(anna, card.id);
    const context = {
      database: gateway.database,
      log: createLog('silent'),
      card: {
        async forgetCard(paymentMethodId: string) {
          forgetRequests.push(paymentMethodId);
          return ok(undefined);
        },
      },
    };
    await Promise.all([deleteCardsAtAcquirer(context), deleteCardsAtAcquirer(context), deleteCardsAtAcquirer(context)]);
    expect(forgetRequests).toEqual([card.paymentMethodId]);
  });

  test('is not undone when a report of the card’s payment arrives late', async () => {
    const card = await createCard('anna@example.com');
    await requestDeletion(anna, card.id);
    const before = await listCardIds(anna);
    await createCard('anna@example.com', card);
    expect(await listCardIds(anna)).toEqual(before);
  });
});

test('replaces the payment method when a card is entered again, and deletes the earlier one', async () => {
  const first = await createCard('ben@example.com');
  const again = await createCard('ben@example.com', { fingerprint: first.fingerprint });
  expect(await listCardIds(ben)).toEqual([first.id]);
  await runWorker();
  expect(forgetRequests).toEqual([first.paymentMethodId]);
  await requestDeletion(ben, first.id);
  await runWorker();
  expect(forgetRequests).toEqual([first.paymentMethodId, again.paymentMethodId]);
});
