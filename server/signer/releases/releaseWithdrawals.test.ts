import { formatDecimal } from '@slipway/money/decimal.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { getTestRootKeys } from '../../platform/persons/testPersonKeys.testing.ts';
import { ok, refused } from '../../providers/outcome.ts';
import { COLD, ETHERS, OWN, openWithdrawals, STRANGER } from './withdrawalWorld.testing.ts';

const { database, openWorld, requestWithdrawal, allowAddress } = await openWithdrawals();

describe('a withdrawal from the exchange', () => {
  test('goes to the treasury’s own address once when one person signed it', async () => {
    const { sent, release, rows } = await openWorld();
    const { id } = await requestWithdrawal(OWN, 5n * ETHERS);
    expect(await release.withdraw(id)).toEqual(ok({ venueId: 'F1' }));
    expect(
      sent.map(({ address, currency, network, amount }) => [address, currency, network, formatDecimal(amount)]),
    ).toEqual([[OWN, 'ETH', 'ethereum', '5.000000000000000000']]);
    expect(rows).toMatchObject([{ name: `${id}`, content: { units: `${5n * ETHERS}`, address: OWN } }]);
    expect(await release.withdraw(id)).toEqual(refused('already_released'));
    expect(sent).toHaveLength(1);
  });

  test('is sent as it was signed, although its row was altered', async () => {
    const { sent, release } = await openWorld();
    const { id } = await requestWithdrawal(OWN);
    await database.run(sql`update withdrawals set units = units * 50, address = ${STRANGER} where id = ${id}`);
    await release.withdraw(id);
    expect(sent.map(({ address, amount }) => [address, formatDecimal(amount)])).toEqual([
      [OWN, '1.000000000000000000'],
    ]);
  });

  test('goes to another address that two people allowed, and needs two people above the threshold', async () => {
    const { sent, release } = await openWorld();
    const { id } = await requestWithdrawal(COLD);
    expect(await release.withdraw(id)).toEqual(refused('address_not_allowed'));
    await allowAddress(COLD);
    expect(await release.withdraw(id)).toEqual(refused('address_not_allowed'));
    await allowAddress(COLD.toLowerCase(), 'ben');
    expect(await release.withdraw(id)).toMatchObject({ kind: 'ok' });
    const { id: large } = await requestWithdrawal(COLD, ETHERS + 1n);
    expect(await release.withdraw(large)).toEqual(refused('not_signed'));
    const { id: agreed } = await requestWithdrawal(COLD, ETHERS + 1n, 'ben');
    expect(await release.withdraw(agreed)).toMatchObject({ kind: 'ok' });
    expect(sent).toHaveLength(2);
  });

  test.each<[string, (made: { readonly id: number; readonly requestId: number }) => Promise<unknown>]>([
    ['another amount', ({ requestId }) => change(requestId, { units: `${9n * ETHERS}` })],
    ['another address', ({ requestId }) => change(requestId, { address: STRANGER })],
    ['another coin', ({ requestId }) => change(requestId, { crypto: 'BTC' })],
    [
      'no signature',
      ({ requestId }) => database.run(sql`update operator_requests set requested_with = null where id = ${requestId}`),
    ],
    [
      'another action',
      ({ requestId }) => database.run(sql`update operator_requests set action = 'top-up' where id = ${requestId}`),
    ],
  ])('is refused when the request has %s', async (_name, tamper) => {
    const { sent, release } = await openWorld();
    const made = await requestWithdrawal(OWN);
    await tamper(made);
    expect(await release.withdraw(made.id)).toMatchObject({ kind: 'refused' });
    expect(sent).toEqual([]);
  });

  test('is refused for a reused signature, unknown people, a denied address and an unknown number', async () => {
    const { sent, release, denied } = await openWorld();
    const first = await requestWithdrawal(OWN);
    await release.withdraw(first.id);
    const second = await requestWithdrawal(OWN, 2n * ETHERS);
    // The database permits a statement for one request only: an attacker has to take it from the first.
    const { hash } = await database.one<{ hash: string }>(
      sql`select requested_with as hash from operator_requests where id = ${first.requestId}`,
    );
    await database.run(sql`update operator_requests set requested_with = null where id = ${first.requestId}`);
    await database.run(sql`
      update operator_requests r set subject = o.subject, input = o.input, requested_with = ${hash}
      from operator_requests o where r.id = ${second.requestId} and o.id = ${first.requestId}`);
    expect(await release.withdraw(second.id)).toEqual(refused('already_released'));
    const third = await requestWithdrawal(OWN);
    expect(await (await openWorld(getTestRootKeys('stranger'))).release.withdraw(third.id)).toEqual(
      refused('not_signed'),
    );
    denied.push(OWN);
    expect(await release.withdraw(third.id)).toEqual(refused('address_denied'));
    expect(await release.withdraw(999_999)).toEqual(refused('not_signed'));
    expect(sent).toHaveLength(1);
  });

  test('waits for a stopped signer or an unavailable exchange, and is not repeated if its outcome is unknown', async () => {
    const { sent, release, state } = await openWorld();
    const { id } = await requestWithdrawal(OWN);
    state.stopped = 'a person';
    expect(await release.withdraw(id)).toMatchObject({ kind: 'unavailable' });
    state.stopped = undefined;
    state.answer = { kind: 'unavailable', retryAfterMs: 1, detail: 'busy' };
    expect(await release.withdraw(id)).toMatchObject({ kind: 'unavailable' });
    state.answer = { kind: 'unknown', detail: 'lost' };
    expect(await release.withdraw(id)).toMatchObject({ kind: 'unknown' });
    state.answer = undefined;
    // The venue may have accepted it: only the venue knows.
    expect(await release.withdraw(id)).toEqual(refused('already_released'));
    expect(sent).toEqual([]);
  });
});

function change(requestId: number, input: Readonly<Record<string, string>>) {
  return database.run(
    sql`update operator_requests set input = input || ${JSON.stringify(input)}::jsonb where id = ${requestId}`,
  );
}
