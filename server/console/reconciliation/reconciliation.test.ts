import { sign } from 'node:crypto';
import { buildBulkSignedText } from '@slipway/contract/statements/statement.ts';
import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { deriveSamplePersonKey } from '../../../sandbox/world/samplePersons.ts';
import { executeClerkRequests } from '../../operator/requests/executeClerkRequests.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { hashStatement } from '../../platform/persons/statement.ts';
import { createIso20022Files } from '../../providers/bank/iso20022/iso20022.ts';
import { requireCrypto } from '../../purchase/catalog/catalog.ts';
import { storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { insertLines } from '../../treasury/acquirer/acquirerLineStore.ts';
import { bookLines } from '../../treasury/acquirer/bookLines.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';

const world = await openConsoleWorld();
const { database } = world;
const WBTC = requireCrypto(world.context.settings().catalog, 'WBTC').asset.id;
const CHAIN = `chain:${WBTC.split('/')[0]}`;
const COIN = 10n ** 18n;

async function logInAs(name: string) {
  const person = world.createVisitor(name);
  await person.logIn();
  return person;
}

const [vera, tess, cleo] = [await logInAs('vera'), await logInAs('tess'), await logInAs('cleo')];

const executeRequests = () =>
  executeClerkRequests({
    database: roleDatabase(database, 'clerk'),
    rootKeys: world.context.rootKeys,
    bankFiles: createIso20022Files(),
    keys: world.context.keys,
    log: world.context.log,
    isSandbox: false,
  });

type StoredDifference = {
  readonly place: string;
  readonly account: string;
  readonly asset: string;
  readonly units: bigint;
};

/** Stores the result of a comparison: with a row, or without one that explains the difference. */
async function storeDifference({ place, account, asset, units }: StoredDifference, row?: string): Promise<void> {
  await database.run(sql`
    insert into reconciliation_places (place, begun_at, read_at) values (${place}, clock_timestamp(), clock_timestamp())`);
  const rows = row
    ? [{ id: row, fault: 'missing_here', here: '0', there: String(units), overdue: true, firstSeen: new Date() }]
    : [];
  await database.run(sql`
    insert into reconciliation_differences (place, account, asset, state, units, rest_units, rows, units_without_rows, opened_at,
      last_seen_at)
    values (${place}, ${account}, ${asset}, 'open', ${String(units)}::numeric, ${String(row ? 0n : units)}::numeric,
      ${JSON.stringify(rows)}, coalesce((select sum(units) from ledger_postings where account = ${account}
        and asset = ${asset} and order_id is null), 0), clock_timestamp(), clock_timestamp())`);
}

const readDifference = async (place: string, person = tess) => {
  const difference = (await person.call('reconciliation', {})).differences.find((one) => one.place === place);
  if (!difference) throw new Error(`nothing differs at ${place}`);
  return difference;
};

const findAction = async (place: string, kind: string, person = tess) => {
  const action = (await readDifference(place, person)).actions.find((one) => one.kind === kind);
  if (!action) throw new Error(`no action ${kind} is offered for ${place}`);
  return action;
};

beforeAll(async () => {
  // A booked swap that did not happen: the wallet lacks the coins that it should have brought.
  const input = { given: '0.5', givenCrypto: 'BTC', came: '0.5', cameCrypto: 'WBTC', from: 'venue', to: 'wallet' };
  await tess.requestAction('swap', { action: 'swap', subject: 'S1', input });
  await executeRequests();
  await storeDifference({ place: CHAIN, account: 'asset:wallet', asset: WBTC, units: -COIN / 2n });
  const EUR = fiatAsset('EUR');
  const line = {
    kind: 'other' as const,
    vendorType: 'reserve',
    amount: createAmount(EUR, 300n),
    fee: createAmount(EUR, 0n),
  };
  await insertLines(database, 'acme', [{ ...line, lineId: 'txn_1', subjectId: 'txn_1', bookedAt: new Date() }]);
  await bookLines({ database, log: world.context.log });
  const euros = { account: 'asset:acquirer', asset: EUR.id, units: 300_000_000n };
  await storeDifference({ place: 'acquirer:acme', ...euros }, 'txn_1');
});

describe('a difference', () => {
  test('shows the remainder after each action, and offers the reversal that closes the difference', async () => {
    const { actions, difference } = await readDifference(CHAIN);
    expect(actions.map(({ kind, left }) => [kind, left])).toEqual([
      ['reverse', '0.00000000'],
      ['outcome', '0.00000000'],
      ['wait', difference],
      ['accept', difference],
    ]);
    const [reverse, outcome] = actions;
    expect(reverse?.offer).toMatchObject({
      act: 'reverse-booking',
      subject: 'swap:S1',
      allowed: true,
      needsSecondApproval: true,
    });
    expect(reverse?.offer.effect).toContain('asset:wallet +0.50000000 WBTC');
    expect(outcome?.offer).toMatchObject({ label: 'Write off 0.50000000 WBTC', needsSecondApproval: true });
    expect(outcome?.offer.approvers).toEqual(expect.arrayContaining(['cleo', 'tom']));
    expect(outcome?.offer.approvers).not.toContain('tess');
  });

  test('denies every action to a person without the right, with the reason', async () => {
    for (const { offer } of (await readDifference(CHAIN, vera)).actions)
      expect(offer).toMatchObject({ allowed: false, why: 'Requires the treasurer role.' });
  });

  test('offers the classifications of a row, with the remainder', async () => {
    const book = await findAction('acquirer:acme', 'book');
    expect(book).toMatchObject({ row: 'txn_1', left: null, choose: 'Book as' });
    expect(book.choices.map(({ label, left }) => [label, left])).toEqual([
      ['acquirer-fee', '0.00'],
      ['owner', '0.00'],
    ]);
  });

  test('cannot be written off while one of its rows has to be booked separately', async () => {
    const { offer } = await findAction('acquirer:acme', 'outcome');
    const { act, action, subject, input } = offer;
    const request = await tess.requestAction(act, { action, subject, input });
    await cleo.answer(request.id, 'approve', request.statement ?? '');
    await executeRequests();
    expect((await tess.call('request', { id: request.id })).result).toContain('row txn_1 has to be booked separately');
  });

  test('is snoozed until a chosen time, and shown with it in the queue', async () => {
    const { offer, choices } = await findAction('acquirer:acme', 'wait');
    expect(choices.map(({ key }) => key)).toEqual(['4 h', '24 h', '48 h', '72 h', '120 h', '168 h']);
    const [, day] = choices;
    await tess.requestAction(
      offer.act,
      { action: offer.action, subject: day?.subject ?? '', input: day?.input ?? {} },
      'they look',
    );
    await executeRequests();
    const until = day?.input['until'];
    expect((await readDifference('acquirer:acme')).wait).toEqual({ until, by: 'tess', why: 'they look', over: false });
    const item = (await vera.call('today', {})).queue.find(
      ({ kind, detail }) => kind === 'difference' && detail.includes('snoozed until'),
    );
    expect(item?.clock).toMatchObject({ until, otherwise: 'its alert is sent again' });
    expect(item?.detail).toContain('by tess');
  });

  test('is booked by two people, then offers only reversals until the next comparison, which it requests', async () => {
    const { offer } = await findAction(CHAIN, 'outcome');
    const { act, action, subject, input } = offer;
    const request = await tess.requestAction(act, { action, subject, input });
    await cleo.answer(request.id, 'approve', request.statement ?? '');
    await executeRequests();
    expect((await tess.call('request', { id: request.id })).status).toBe('done');
    const { booked, actions } = await readDifference(CHAIN);
    expect(booked).toBe(true);
    for (const { kind, offer: again } of actions)
      if (kind !== 'reverse')
        expect(again).toMatchObject({ allowed: false, why: expect.stringContaining('The difference was booked') });
    expect((await vera.call('reconciliation', {})).running).toBe(true);
  });
});

test('snoozes several differences with one signature', async () => {
  const places = ['chain:eip155:99991', 'chain:eip155:99992'];
  for (const place of places)
    await storeDifference({ place, account: 'asset:wallet', asset: `${place.slice(6)}/slip44:60`, units: -COIN });
  const texts: string[] = [];
  for (const place of places) {
    const { offer, choices } = await findAction(place, 'wait');
    const [choice] = choices;
    if (!choice) throw new Error('there is no time to choose');
    const requestedAction = { action: offer.action, subject: choice.subject, input: choice.input };
    texts.push((await tess.sign(offer.act, requestedAction, 'the node is being repaired')).text);
  }
  const list = Buffer.from(buildBulkSignedText(texts.map((text) => hashStatement({ text }))));
  const signature = sign(null, list, deriveSamplePersonKey('tess')).toString('base64');
  const submission = await tess.call('requestActions', { statements: { texts, signature } });
  expect(submission.list.map(({ status }) => status)).toEqual(['approved', 'approved']);
  await executeRequests();
  for (const place of places) expect((await readDifference(place)).wait).toMatchObject({ by: 'tess' });
});

test('lists the transactions found on the chain until they are booked', async () => {
  const place = 'chain:eip155:99999';
  await storeDifference({ place, account: 'asset:wallet', asset: 'eip155:99999/slip44:60', units: -COIN });
  const listFoundTransactions = async () =>
    (await readDifference(place)).foundTransactions.map(({ transactionId, orderNos }) => [transactionId, ...orderNos]);
  expect(await listFoundTransactions()).toEqual([]);
  const storeFoundTransaction = (id: string, orderNos: readonly string[] | null) =>
    database.run(sql`
      insert into found_transactions (transaction_id, network, unsigned, bytes, found_at, order_nos)
      values (${id}, 'eip155:99999', '{}', '', clock_timestamp(), ${orderNos === null ? null : [...orderNos]}::text[])`);
  await storeFoundTransaction('0xaa', ['ORDER']);
  await storeFoundTransaction('0xbb', []);
  await storeFoundTransaction('0xcc', null);
  expect(new Set(await listFoundTransactions())).toEqual(new Set([['0xaa', 'ORDER'], ['0xbb']]));

  await storeFoundTransaction('0xdd', ['OTHER']);
  await database.run(sql`update found_transactions set cancels = true where transaction_id = '0xdd'`);
  const listCancelling = async () => (await readDifference(place)).foundTransactions.filter(({ cancels }) => cancels);
  expect(await listCancelling()).toMatchObject([{ transactionId: '0xdd', orderNos: ['OTHER'] }]);
  const { id } = await storeOrder(database);
  await database.run(sql`
    insert into payouts (id, batch_id, order_id, network, asset, decimals, from_address, to_address, units, status,
      transaction_id, fee_asset, fee_decimals, created_at, updated_at)
    values ('pay_dd', 'pay_dd', ${id}, 'eip155:99999', 'eip155:99999/slip44:60', 18, '0xours', '0xtheirs', 1, 'reverted',
      '0xdd', 'eip155:99999/slip44:60', 18, slipway_now(), slipway_now())`);
  expect(await listCancelling()).toEqual([]);
});
