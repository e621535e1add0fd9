import { randomUUID } from 'node:crypto';
import { createAmount } from '@slipway/money/amount.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { requestAs } from '../../operator/persons/testPersons.testing.ts';
import { isUniqueViolation } from '../../platform/database/database.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { ok, refused } from '../../providers/outcome.ts';
import type { VenueAccount, VenueWithdrawal } from '../../providers/venue/venueAccount.ts';
import type { WithdrawalRelease } from '../../providers/venue/withdrawalRelease.ts';
import { sendWithdrawals } from './sendWithdrawals.ts';
import { insertWithdrawal, startSending } from './withdrawalStore.ts';

const { database } = await openOwnDatabase(6);
const BTC = { id: 'bip122:000000000019d6689c085ae165831e93/slip44:0', code: 'BTC', decimals: 8 };

type Answer = Awaited<ReturnType<WithdrawalRelease['withdraw']>>;

/** Creates a venue that stores accepted withdrawals, and a signer with a configurable answer. */
function createVenue() {
  const taken: VenueWithdrawal[] = [];
  let answer: 'ok' | 'lost' | Answer = 'ok';
  let requestCount = 0;
  const acceptWithdrawal = (address: string): string => {
    const withdrawalId = `F${randomUUID()}`;
    const [amount, fee] = [parseDecimal('0.5'), parseDecimal('0.0001')];
    taken.push({ withdrawalId, status: 'pending', currency: 'BTC', address, amount, fee, at: new Date() });
    return withdrawalId;
  };
  const withdrawalRelease: WithdrawalRelease = {
    async withdraw(id) {
      requestCount += 1;
      if (answer !== 'ok' && answer !== 'lost') return answer;
      const { address } = await database.one<{ address: string }>(
        sql`select address from withdrawals where id = ${id}`,
      );
      const venueId = acceptWithdrawal(address);
      return answer === 'ok' ? ok({ venueId }) : { kind: 'unknown', detail: 'the answer was lost' };
    },
  };
  const venue = { id: `venue_${randomUUID()}`, listWithdrawals: async () => ok(taken) } satisfies Pick<
    VenueAccount,
    'listWithdrawals'
  > & { id: string };
  return {
    venue,
    withdrawalRelease,
    taken,
    acceptWithdrawal,
    setAnswer: (next: typeof answer) => {
      answer = next;
    },
    getRequestCount: () => requestCount,
  };
}

async function insertRequested(venue: string, address = `bc1q${randomUUID()}`) {
  const requestId = await requestAs(database, { action: 'allow-address', subject: 'x', input: {} });
  const insert = (id: number) =>
    database.transaction((transaction) =>
      insertWithdrawal(transaction, id, {
        venue,
        crypto: 'BTC',
        currency: 'BTC',
        amount: createAmount(BTC, 50_000_000n),
        network: 'bitcoin',
        address,
      }),
    );
  return { id: await insert(requestId), requestId, insert, address };
}

async function readRow(id: number) {
  return database.one<{
    status: string;
    venueId: string | null;
    transactionId: string | null;
    result: string | null;
  }>(sql`
    select status, venue_id as "venueId", transaction_id as "transactionId", result from withdrawals where id = ${id}`);
}

/** Ages a released withdrawal by this many minutes. */
const backdateSending = (id: number, minutes: number) =>
  database.run(
    sql`update withdrawals set sending_at = sending_at - make_interval(mins => ${minutes}) where id = ${id}`,
  );

const listAlerts = (id: number) =>
  database.many<{ facts: { what: string } }>(
    sql`select facts from operator_alerts where key like ${`withdrawal:${id}:%`}`,
  );

const log = createLog('silent');

describe('a withdrawal', () => {
  test('is sent once by several processes, and followed until the exchange has sent it', async () => {
    const fake = createVenue();
    const { id } = await insertRequested(fake.venue.id);
    const context = { ...fake, database, log };
    await Promise.all(Array.from({ length: 5 }, () => sendWithdrawals(context)));
    expect(fake.taken).toHaveLength(1);
    expect(await readRow(id)).toMatchObject({ status: 'taken', venueId: fake.taken[0]?.withdrawalId });
    await sendWithdrawals(context);
    expect(await readRow(id)).toMatchObject({ status: 'taken' });
    fake.taken[0] = { ...(fake.taken[0] as VenueWithdrawal), status: 'sent', transactionId: 'tx' };
    await sendWithdrawals(context);
    expect(await readRow(id)).toMatchObject({ status: 'sent', transactionId: 'tx' });
    expect(fake.taken).toHaveLength(1);
  });

  test('that was sent before the database was restored is found at the exchange and not sent again', async () => {
    const fake = createVenue();
    const { id, address } = await insertRequested(fake.venue.id);
    const venueId = fake.acceptWithdrawal(address);
    const context = { ...fake, database, log };
    await sendWithdrawals(context);
    await sendWithdrawals(context);
    expect(await readRow(id)).toMatchObject({ status: 'taken', venueId });
    expect(fake.getRequestCount()).toBe(0);
  });

  test('is left to a person if the exchange lists several earlier withdrawals that match', async () => {
    const fake = createVenue();
    const { id, address } = await insertRequested(fake.venue.id);
    fake.acceptWithdrawal(address);
    fake.acceptWithdrawal(address);
    await sendWithdrawals({ ...fake, database, log });
    expect(await readRow(id)).toMatchObject({ status: 'sending', venueId: null });
    expect(fake.getRequestCount()).toBe(0);
    expect((await listAlerts(id)).map(({ facts }) => facts.what)).toEqual(['several']);
  });

  test('is not sent while the exchange does not list its withdrawals', async () => {
    const fake = createVenue();
    const { id } = await insertRequested(fake.venue.id);
    const away = { kind: 'unavailable', retryAfterMs: 1_000, detail: 'no answer' } as const;
    const venue = { ...fake.venue, listWithdrawals: async () => away };
    await sendWithdrawals({ ...fake, venue, database, log });
    expect(await readRow(id)).toMatchObject({ status: 'requested' });
    expect(fake.getRequestCount()).toBe(0);
    await sendWithdrawals({ ...fake, database, log });
    expect(await readRow(id)).toMatchObject({ status: 'taken' });
  });

  test('whose response was lost is found at the exchange and not sent again', async () => {
    const fake = createVenue();
    fake.setAnswer('lost');
    const { id } = await insertRequested(fake.venue.id);
    const context = { ...fake, database, log };
    await sendWithdrawals(context);
    expect(await readRow(id)).toMatchObject({ status: 'sending', venueId: null });
    await sendWithdrawals(context);
    expect(await readRow(id)).toMatchObject({ status: 'sending' });
    await backdateSending(id, 1);
    await sendWithdrawals(context);
    expect(await readRow(id)).toMatchObject({ status: 'taken', venueId: fake.taken[0]?.withdrawalId });
    expect([fake.taken.length, fake.getRequestCount()]).toEqual([1, 1]);
  });

  test('is looked up at the exchange if the process crashed before sending, and fails after an hour', async () => {
    const fake = createVenue();
    const { id } = await insertRequested(fake.venue.id);
    await startSending(database, id);
    await backdateSending(id, 30);
    const context = { ...fake, database, log };
    await sendWithdrawals(context);
    expect(await readRow(id)).toMatchObject({ status: 'sending' });
    await backdateSending(id, 31);
    await sendWithdrawals(context);
    await sendWithdrawals(context);
    expect(await readRow(id)).toMatchObject({ status: 'failed' });
    expect(fake.getRequestCount()).toBe(0);
    expect(await listAlerts(id)).toMatchObject([{ facts: { what: 'failed' } }]);
  });

  test('is left to a person if its response was lost and the exchange lists two that match', async () => {
    const fake = createVenue();
    fake.setAnswer('lost');
    const { id, address } = await insertRequested(fake.venue.id);
    const context = { ...fake, database, log };
    await sendWithdrawals(context);
    // The owner has requested the same directly at the venue.
    fake.acceptWithdrawal(address);
    await backdateSending(id, 1);
    await sendWithdrawals(context);
    expect(await readRow(id)).toMatchObject({ status: 'sending' });
    expect(await listAlerts(id)).toMatchObject([{ facts: { what: 'several' } }]);
  });

  test('that the exchange refuses fails with its message', async () => {
    const fake = createVenue();
    fake.setAnswer(refused('insufficient_funds', 'EFunding:Insufficient funds'));
    const { id } = await insertRequested(fake.venue.id);
    await sendWithdrawals({ ...fake, database, log });
    expect(await readRow(id)).toMatchObject({ status: 'failed', result: 'EFunding:Insufficient funds' });
    expect(fake.taken).toEqual([]);
  });

  test('is sent later when the exchange is unavailable', async () => {
    const fake = createVenue();
    fake.setAnswer({ kind: 'unavailable', retryAfterMs: 1, detail: 'busy' });
    const { id } = await insertRequested(fake.venue.id);
    const context = { ...fake, database, log };
    await sendWithdrawals(context);
    expect(await readRow(id)).toMatchObject({ status: 'requested' });
    fake.setAnswer('ok');
    await sendWithdrawals(context);
    expect(await readRow(id)).toMatchObject({ status: 'taken' });
    expect(fake.taken).toHaveLength(1);
  });

  test('fails when the exchange reports that it failed', async () => {
    const fake = createVenue();
    const { id } = await insertRequested(fake.venue.id);
    const context = { ...fake, database, log };
    await sendWithdrawals(context);
    fake.taken[0] = { ...(fake.taken[0] as VenueWithdrawal), status: 'failed' };
    await sendWithdrawals(context);
    expect(await readRow(id)).toMatchObject({ status: 'failed' });
  });
});

describe('the withdrawals table', () => {
  test('accepts one withdrawal per request', async () => {
    const { requestId, insert } = await insertRequested('once');
    await database.run(sql`update withdrawals set status = 'failed' where request_id = ${requestId}`);
    await expect(insert(requestId)).rejects.toSatisfy((error) => isUniqueViolation(error));
  });

  test('accepts no second withdrawal of a coin to an address while one is being sent', async () => {
    const { address } = await insertRequested('twice');
    const second = insertRequested('twice', address);
    await expect(second).rejects.toSatisfy((error) => isUniqueViolation(error, 'one_withdrawal_being_sent'));
  });
});
