import { buildPayoutHaltScope, isHalted } from '../../../ledger/haltStore.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { Chain, SignedPayout, TreasuryReading } from '../../../providers/chain/chainPort.ts';
import type { OrderPayment, SignedForm, SigningRefusal } from '../../../providers/chain/signerPort.ts';
import { type Outcome, ok, refused } from '../../../providers/outcome.ts';
import { insertRiskDecision } from '../../../risk/riskStore.ts';
import type { ScreeningVerdict } from '../../../risk/screening.ts';
import { isFullAmountKept, type Order } from '../../order/order.ts';
import { lockOrder } from '../../order/orderStore.ts';
import { hasOpenAuthorizationAlert } from '../conclusions/treasuryAlerts.ts';
import { computeFeeCeiling } from '../fees/computeFeeCeiling.ts';
import { listCancellationIds } from '../payoutFormStore.ts';
import { insertPayouts } from '../payoutStore.ts';
import { listTreasuryClaims, lockTreasury } from '../treasuryClaimStore.ts';
import { adoptPayout, buildNewPayout, isRequestedForm } from './adoptPayout.ts';
import { cancelUnknownForm } from './cancelUnknownForm.ts';
import { checkBeforeSigning, type SigningCheckRefusal } from './checkBeforeSigning.ts';
import { type ComposedPayout, composeLargestBatch, type Payee, type Payees } from './composeLargestBatch.ts';
import { isLedgerCompared } from './ledgerComparisonStore.ts';
import type { DeliveryContext } from './preparePayout.ts';
import { lockOrdersAwaitingPayout } from './waitingOrderStore.ts';

/** Why no payout is signed now. */
export type PreparationRefusal =
  | SigningCheckRefusal
  | SigningRefusal
  | 'funds_short'
  | 'would_revert'
  | 'dust'
  | 'fee_ceiling'
  | 'treasury_busy'
  | 'treasury_key_used'
  | 'books_differ';

export type PreparationOutcome = Outcome<void, PreparationRefusal>;

export type PayoutPreparation = {
  readonly chain: Chain;
  readonly reading: TreasuryReading;
  /** The verdict on the address of the order being processed. */
  readonly screened: ScreeningVerdict;
  /** The expected chain fee of a payout that is sent separately, in native minor units. */
  readonly expected: bigint;
  /** Ids of the other waiting orders that the signer has cleared. */
  readonly clearedIds: ReadonlySet<number>;
};

/**
 * Has an order's payout signed, and stores it. On a chain whose transactions can pay several orders, the payout includes
 * the orders that already wait; it never waits for more. If that fails, the order is paid without them, so that a faulty
 * order delays no other: it fails in its own step, which logs it. If the signer returns a different transaction, that one is
 * adopted or cancelled.
 */
export async function commitPayouts(
  context: DeliveryContext,
  order: Order,
  preparation: PayoutPreparation,
): Promise<PreparationOutcome> {
  const commitAlone = () => commitBatch(context, order, preparation, 0);
  const others = preparation.chain.traits.mostPayees - 1;
  if (others === 0) return commitAlone();
  const together = await commitBatch(context, order, preparation, others).catch(commitAlone);
  return together.kind === 'refused' ? commitAlone() : together;
}

const NOT_COMPARED = {
  kind: 'unavailable',
  retryAfterMs: 1_000,
  detail: "the ledger has not been compared with every external account since the signer's start",
  cause: 'comparison',
} as const;

async function commitBatch(
  context: DeliveryContext,
  order: Order,
  preparation: PayoutPreparation,
  others: number,
): Promise<PreparationOutcome> {
  const { chain, reading, screened, expected } = preparation;
  let unknown: SignedForm | undefined;
  const outcome = await context.database.transaction(async (transaction): Promise<PreparationOutcome> => {
    const [{ order: locked }, halted, keyUsed, compared] = await Promise.all([
      lockOrder(transaction, order.id),
      isHalted(transaction, buildPayoutHaltScope(order.receive.asset.id)),
      hasOpenAuthorizationAlert(transaction, chain.treasuryAddress),
      isLedgerCompared(transaction, chain.network),
    ]);
    if (locked.status !== 'converted' || locked.payoutSigned) return ok(undefined);
    if (!isFullAmountKept(locked)) return refused('not_paid');
    if (halted) return refused('books_differ');
    if (keyUsed) return refused('treasury_key_used');
    if (!compared) return NOT_COMPARED;
    const [, claimed] = await Promise.all([
      lockTreasury(transaction, chain.network, chain.treasuryAddress),
      listTreasuryClaims(transaction, chain),
    ]);
    const payees: Payees = [
      buildPayee(context, preparation, order, screened),
      ...(await selectOtherPayees(context, transaction, preparation, order, others)),
    ];
    const spends = await listCancellationIds(
      transaction,
      payees.map((payee) => payee.order.id),
    );
    const composed = composeLargestBatch(chain, payees, reading, claimed, spends);
    if (composed.kind === 'unavailable') return refused('treasury_busy', composed.detail);
    if (composed.kind !== 'ok') return composed;
    const { unsigned } = composed.value;
    const [first, ...rest] = composed.value.payees.map(buildPayment);
    if (!first) throw new RangeError('there is nothing to pay');
    const signed = await context.signer.pay(chain.network, unsigned, [first, ...rest]);
    if (signed.kind !== 'ok') return signed;
    const orderNos = composed.value.payees.map((payee) => payee.order.orderNo);
    if (isRequestedForm(signed.value, { unsigned, orderNos })) {
      await insertCommittedPayouts(transaction, preparation, composed.value, signed.value);
      return ok(undefined);
    }
    const adopted = await adoptPayout(transaction, { chain, expected }, signed.value, order);
    if (adopted.kind !== 'refused') return adopted;
    if (adopted.reason !== 'unknown_orders') return refused(adopted.reason, adopted.detail);
    unknown = signed.value;
    return refused('treasury_busy');
  });
  return unknown ? cancelUnknownForm(context, order, preparation, unknown) : outcome;
}

/**
 * Locks the oldest waiting orders and returns those that may be paid. An order that the signer has not cleared yet waits
 * for its own step. An order that must not be paid gets the reason in its own step.
 */
async function selectOtherPayees(
  context: DeliveryContext,
  transaction: Transaction,
  preparation: PayoutPreparation,
  order: Order,
  most: number,
): Promise<readonly Payee[]> {
  const waiting = await lockOrdersAwaitingPayout(transaction, order, most);
  return waiting.flatMap((other) => {
    const { screened, refusal } = checkBeforeSigning(context, other);
    return refusal || !preparation.clearedIds.has(other.id) ? [] : [buildPayee(context, preparation, other, screened)];
  });
}

function buildPayee(
  context: DeliveryContext,
  { chain, expected }: PayoutPreparation,
  order: Order,
  screened: ScreeningVerdict,
): Payee {
  const request = { ...order.receive, to: order.address };
  return { order, screened, request, ceiling: computeFeeCeiling(context, order, chain, expected) };
}

function buildPayment({ order: { orderNo }, request }: Payee): OrderPayment {
  return { orderNo, request };
}

async function insertCommittedPayouts(
  transaction: Transaction,
  { chain, expected }: PayoutPreparation,
  { payees: [first, ...others], unsigned }: ComposedPayout,
  signed: SignedPayout,
): Promise<void> {
  const buildPayout = ({ order }: Payee) => buildNewPayout({ chain, expected }, order);
  const payouts = [buildPayout(first), ...others.map(buildPayout)] as const;
  await insertPayouts(transaction, payouts, unsigned, chain.getClaims(unsigned), signed);
  for (const { order, screened } of [first, ...others])
    await insertRiskDecision(transaction, {
      orderId: order.id,
      buyerId: order.buyerId,
      stage: 'payout',
      outcome: 'clear',
      rule: '',
      facts: { screening: screened },
    });
}
