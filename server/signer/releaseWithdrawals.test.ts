import { amountOf } from '@slipway/money/amount.ts';
import { formatDecimal } from '@slipway/money/decimal.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { seedConfiguration } from '../configuration/changeConfiguration.ts';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import { approveAs, askAs, testRootKeys } from '../operator/persons/testPersons.testing.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { rootsOf } from '../platform/persons/somePersons.testing.ts';
import { type Outcome, ok, refused } from '../providers/outcome.ts';
import type { VenueAccount, WithdrawRequest } from '../providers/venue/venueAccount.ts';
import { requireCrypto } from '../purchase/catalog/catalog.ts';
import { insertWithdrawal, letGo } from '../treasury/withdrawal/withdrawalStore.ts';
import { findWithdrawalRow } from './releaseStore.ts';
import { createWithdrawalRelease } from './releaseWithdrawals.ts';
import { memoryReleases } from './releaseWorld.testing.ts';
import { requestById, requestsAllowing } from './requestWordStore.ts';
import { saidByPersons } from './saidByPersons.ts';
import { createTurns } from './turns.ts';

const { database } = await openOwnDatabase(2);
await seedConfiguration(database, []);
const { catalog } = seededSettings();
const ether = requireCrypto(catalog, 'ETH');
const OWN = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const COLD = '0x52908400098527886E0F7030069857D2E4169EE7';
const STRANGER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const ETHERS = 10n ** 18n;

type Answer = Awaited<ReturnType<VenueAccount['withdraw']>>;

async function openWorld(rootKeys = testRootKeys) {
  const sent: WithdrawRequest[] = [];
  const state = {
    answer: undefined as Outcome<never, 'not_permitted'> | undefined,
    stopped: undefined as string | undefined,
  };
  const { releases: rows, open } = memoryReleases();
  const releases = await open();
  const words = { database, rootKeys, isSandbox: true };
  const denied: string[] = [];
  const release = createWithdrawalRelease({
    releases,
    turns: createTurns(),
    venue: {
      async withdraw(request): Promise<Answer> {
        if (!(await request.mayStillSend())) return refused('superseded');
        if (state.answer) return state.answer;
        sent.push(request);
        return ok({ withdrawalId: `F${sent.length}` });
      },
    },
    screening: { isDenied: (address) => denied.includes(address) },
    findCrypto: (id) => catalog.cryptos.get(id),
    ownAddress: (network) => (network === ether.network.chain ? OWN.toLowerCase() : undefined),
    findWithdrawal: (id) => findWithdrawalRow(database, id),
    findRequest: (id) => requestById(database, id),
    findAllowing: (network, address) => requestsAllowing(database, network, address),
    saidBy: (requests, how) => saidByPersons(words, requests, how),
    takesTwo: async (_crypto, units) => units > ETHERS,
    stopped: async () => state.stopped,
    now: () => new Date(),
  });
  return { sent, state, rows, release, denied };
}

/** What anna has asked for, and a worker has let go: its number. */
async function asked(
  address: string,
  units = ETHERS,
  second?: string,
): Promise<{ readonly id: number; readonly requestId: number }> {
  // One of a coin to an address is under way at a time.
  await database.run(sql`update withdrawals set status = 'failed'`);
  const input = { crypto: 'ETH', units: `${units}`, address };
  const requestId = await askAs(database, { action: 'withdraw', subject: `${units} ETH`, input });
  if (second !== undefined) await approveAs(database, requestId, second);
  await database.run(sql`update operator_requests set status = 'done' where id = ${requestId}`);
  const id = await database.transaction((transaction) =>
    insertWithdrawal(transaction, requestId, {
      venue: 'kraken',
      crypto: 'ETH',
      currency: 'ETH',
      amount: amountOf(ether.asset, units),
      network: 'ethereum',
      address,
    }),
  );
  await letGo(database, id);
  return { id, requestId };
}

async function allow(address: string, second?: string): Promise<void> {
  const id = await askAs(database, {
    action: 'allow-address',
    subject: `ethereum ${address}`,
    input: { network: 'ethereum', address },
  });
  if (second !== undefined) await approveAs(database, id, second);
  await database.run(sql`update operator_requests set status = 'done' where id = ${id}`);
}

describe('coins leave the venue', () => {
  test('for the treasury’s own address by the word of one person, once', async () => {
    const { sent, release, rows } = await openWorld();
    const { id } = await asked(OWN, 5n * ETHERS);
    expect(await release.withdraw(id)).toEqual(ok({ venueId: 'F1' }));
    expect(
      sent.map(({ address, currency, network, amount }) => [address, currency, network, formatDecimal(amount)]),
    ).toEqual([[OWN, 'ETH', 'ethereum', '5.000000000000000000']]);
    expect(rows).toMatchObject([{ name: `${id}`, content: { units: `${5n * ETHERS}`, address: OWN } }]);
    expect(await release.withdraw(id)).toEqual(refused('released_already'));
    expect(sent).toHaveLength(1);
  });

  test('as they were signed, whatever the row of the withdrawal says', async () => {
    const { sent, release } = await openWorld();
    const { id } = await asked(OWN);
    await database.run(sql`update withdrawals set units = units * 50, address = ${STRANGER} where id = ${id}`);
    await release.withdraw(id);
    expect(sent.map(({ address, amount }) => [address, formatDecimal(amount)])).toEqual([
      [OWN, '1.000000000000000000'],
    ]);
  });

  test('for another address that two persons have allowed, however long ago; by two above the bar', async () => {
    const { sent, release } = await openWorld();
    const { id } = await asked(COLD);
    expect(await release.withdraw(id)).toEqual(refused('address_not_allowed'));
    await allow(COLD);
    expect(await release.withdraw(id)).toEqual(refused('address_not_allowed'));
    await allow(COLD.toLowerCase(), 'ben');
    expect(await release.withdraw(id)).toMatchObject({ kind: 'ok' });
    const { id: large } = await asked(COLD, ETHERS + 1n);
    expect(await release.withdraw(large)).toEqual(refused('not_signed'));
    const { id: agreed } = await asked(COLD, ETHERS + 1n, 'ben');
    expect(await release.withdraw(agreed)).toMatchObject({ kind: 'ok' });
    expect(sent).toHaveLength(2);
  });

  test.each<[string, (made: { readonly id: number; readonly requestId: number }) => Promise<unknown>]>([
    ['other coins', ({ requestId }) => change(requestId, { units: `${9n * ETHERS}` })],
    ['another address', ({ requestId }) => change(requestId, { address: STRANGER })],
    ['another coin', ({ requestId }) => change(requestId, { crypto: 'BTC' })],
    [
      'nobody’s words',
      ({ requestId }) => database.run(sql`update operator_requests set asked_with = null where id = ${requestId}`),
    ],
    [
      'another act',
      ({ requestId }) => database.run(sql`update operator_requests set action = 'top-up' where id = ${requestId}`),
    ],
  ])('not where the request says %s', async (_name, tamper) => {
    const { sent, release } = await openWorld();
    const made = await asked(OWN);
    await tamper(made);
    expect(await release.withdraw(made.id)).toMatchObject({ kind: 'refused' });
    expect(sent).toEqual([]);
  });

  test('not twice for one signature, nor by persons whom the signer does not know, nor to a denied address', async () => {
    const { sent, release, denied } = await openWorld();
    const first = await asked(OWN);
    await release.withdraw(first.id);
    const second = await asked(OWN, 2n * ETHERS);
    // The database itself keeps one statement to one request: whoever writes it takes it from the first.
    const { hash } = await database.one<{ hash: string }>(
      sql`select asked_with as hash from operator_requests where id = ${first.requestId}`,
    );
    await database.run(sql`update operator_requests set asked_with = null where id = ${first.requestId}`);
    await database.run(sql`
      update operator_requests r set subject = o.subject, input = o.input, asked_with = ${hash}
      from operator_requests o where r.id = ${second.requestId} and o.id = ${first.requestId}`);
    expect(await release.withdraw(second.id)).toEqual(refused('released_already'));
    const third = await asked(OWN);
    expect(await (await openWorld(rootsOf('stranger'))).release.withdraw(third.id)).toEqual(refused('not_signed'));
    denied.push(OWN);
    expect(await release.withdraw(third.id)).toEqual(refused('address_denied'));
    expect(await release.withdraw(999_999)).toEqual(refused('not_signed'));
    expect(sent).toHaveLength(1);
  });

  test('not while a person has stopped the signer; and later where the venue would not take them now', async () => {
    const { sent, release, state } = await openWorld();
    const { id } = await asked(OWN);
    state.stopped = 'a person';
    expect(await release.withdraw(id)).toMatchObject({ kind: 'unavailable' });
    state.stopped = undefined;
    state.answer = { kind: 'unavailable', retryAfterMs: 1, detail: 'busy' };
    expect(await release.withdraw(id)).toMatchObject({ kind: 'unavailable' });
    state.answer = { kind: 'unknown', detail: 'lost' };
    expect(await release.withdraw(id)).toMatchObject({ kind: 'unknown' });
    state.answer = undefined;
    // It may have been taken: only the venue can tell.
    expect(await release.withdraw(id)).toEqual(refused('released_already'));
    expect(sent).toEqual([]);
  });
});

function change(requestId: number, input: Readonly<Record<string, string>>) {
  return database.run(
    sql`update operator_requests set input = input || ${JSON.stringify(input)}::jsonb where id = ${requestId}`,
  );
}
