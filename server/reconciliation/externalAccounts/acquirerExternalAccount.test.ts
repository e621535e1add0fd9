import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { move } from '../../ledger/posting.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import type { BalanceLine, BalanceRequest } from '../../providers/card/balanceLine.ts';
import { ok } from '../../providers/outcome.ts';
import { createEventApplier, storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { findUnclearedDifferences } from '../differences/differenceStore.ts';
import { reconcileExternalAccount } from '../reconcileExternalAccount.ts';
import { createAcquirerExternalAccount } from './acquirerExternalAccount.ts';

const { database } = await openOwnDatabase();
const { catalog } = seededSettings();
const EURO = fiatAsset('EUR');
const balanceLines: BalanceLine[] = [];
const requests: BalanceRequest[] = [];
const card = {
  id: 'stripe',
  /** Two per page, newest first. */
  async listBalanceLines(request: BalanceRequest) {
    requests.push(request);
    const newest = balanceLines.filter(({ bookedAt }) => bookedAt >= request.since).toReversed();
    const begin = Number(request.page ?? 0);
    const next = begin + 2 < newest.length ? { nextPage: String(begin + 2) } : {};
    return ok({ lines: newest.slice(begin, begin + 2), ...next });
  },
};
const place = { ...createAcquirerExternalAccount({ database, card }), graceMs: 0 };
const reconcile = () => reconcileExternalAccount({ database, catalog, log: createLog('silent') }, place);
const listUncleared = async () =>
  (await findUnclearedDifferences(database, place.id)).flatMap(({ rows, restUnits }) => [
    ...rows.map(({ id, fault, here, there }) => [id, fault, here, there]),
    ...(restUnits === 0n ? [] : [['rest', restUnits]]),
  ]);

let lineCount = 0;
function addLine(kind: BalanceLine['kind'], subjectId: string, cents: bigint, feeCents = 0n): string {
  const lineId = `txn_${++lineCount}`;
  const [amount, fee] = [createAmount(EURO, cents), createAmount(EURO, feeCents)];
  balanceLines.push({ lineId, kind, vendorType: kind, amount, fee, subjectId, bookedAt: new Date(Date.now() + 1_000) });
  return lineId;
}

const LEDGER_CENT = 10n ** 6n;

/** Creates a captured card order. The acquirer has no line about it yet. */
async function createCapturedOrder(paymentId: string) {
  const { id } = await storeOrder(database);
  const apply = createEventApplier(database, id);
  const payment = { attemptId: 'att', paymentId, units: 10_000n };
  await apply('payment_submitted', { attemptId: 'att' });
  const assessment = { risk: 'clear', identity: 'accepted' } as const;
  await apply('payment_authorized', { ...payment, captureBefore: null, assessment });
  await apply('payment_captured', { ...payment, acquirerFeeUnits: 175n });
  return { id, apply };
}

beforeEach(async () => {
  await reconcile();
});

test('matches captures, disputes and payouts by the acquirer’s ids, over several pages', async () => {
  const { apply } = await createCapturedOrder('pi_1');
  addLine('charge', 'pi_1', 10_000n, 175n);
  await apply('payment_disputed', {
    paymentId: 'pi_1',
    disputeId: 'dp_1',
    units: 10_000n,
    disputeFeeUnits: 2_000n,
  });
  addLine('dispute', 'dp_1', -10_000n, 2_000n);
  const payout = addLine('payout', 'po_1', -5_000n);
  const postings = move(createAmount(EURO, 5_000n), 'asset:acquirer', 'asset:transit');
  await database.transaction((transaction) =>
    postEntry(transaction, { kind: 'acquirer_payout', key: `acquirer:stripe:${payout}`, postings }, null, new Date()),
  );
  await reconcile();
  expect(await listUncleared()).toEqual([]);
  expect(requests.some(({ page }) => page === '2')).toBe(true);
});

test('reports a capture that the acquirer does not list, or lists with another fee', async () => {
  await createCapturedOrder('pi_2');
  await createCapturedOrder('pi_3');
  addLine('charge', 'pi_3', 10_000n, 176n);
  await reconcile();
  expect(await listUncleared()).toEqual([
    ['pi_2', 'missing_there', 9_825n * LEDGER_CENT, 0n],
    ['pi_3', 'other_amount', 9_825n * LEDGER_CENT, 9_824n * LEDGER_CENT],
  ]);
  addLine('charge', 'pi_2', 10_000n, 175n);
  const other = addLine('other', 'pi_3', 1n);
  await reconcile();
  expect((await listUncleared()).map(([id, fault]) => [id, fault])).toEqual([
    ['pi_3', 'other_amount'],
    [other, 'missing_here'],
  ]);
});

test('halts nothing when the acquirer has a line that the ledger lacks', async () => {
  addLine('fee', '', -300n);
  await reconcile();
  expect((await listUncleared()).length).toBeGreaterThan(0);
  expect(await database.many(sql`select scope from halts`)).toEqual([]);
});
