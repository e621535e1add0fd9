import { isHalted, payoutsOf } from '../../ledger/haltStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Chain, SignedPayout, TreasuryReading } from '../../providers/chain/chainPort.ts';
import type { OrderPayment, SigningRefusal } from '../../providers/chain/signerPort.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import { recordDecision } from '../../risk/riskStore.ts';
import type { ScreeningVerdict } from '../../risk/screening.ts';
import { isKeptInFull, type Order } from '../order/order.ts';
import { lockOrder } from '../order/orderStore.ts';
import { adoptPayout, isAsked, newPayout } from './adoptPayout.ts';
import { areBooksCompared } from './comparedStore.ts';
import { type Composed, composeForMost, type Payee, type Payees } from './composeForMost.ts';
import { feeCeiling } from './feeCeiling.ts';
import { type LookRefusal, lastLook } from './lastLook.ts';
import { insertPayouts } from './payoutStore.ts';
import { cancellationsOf } from './payoutVariantStore.ts';
import type { DeliveryContext } from './preparePayout.ts';
import { claimedSoFar, lockTreasury } from './treasuryClaimStore.ts';
import { lockWaitingOrders } from './waitingOrderStore.ts';

/** Why no payout is made now. */
export type PreparationRefusal =
  | LookRefusal
  | SigningRefusal
  | 'funds_short'
  | 'would_revert'
  | 'dust'
  | 'fee_ceiling'
  | 'treasury_busy'
  | 'books_differ';

export type Prepared = Outcome<void, PreparationRefusal>;

export type Making = {
  readonly chain: Chain;
  readonly reading: TreasuryReading;
  /** Of the address of the order that is at work. */
  readonly screened: ScreeningVerdict;
  /** What the chain is expected to take for one payout alone, in native minor units. */
  readonly expected: bigint;
  /** Ids of the other waiting orders that the signer has cleared. */
  readonly paid: ReadonlySet<number>;
};

/**
 * Has an order's payout signed, and stores it. Where the chain pays several at once, others that wait at this moment leave with it; no
 * order waits for another. What fails with them is done without them: the order's own payout depends on nobody, and whoever
 * is at fault fails in its own step, where it is logged.
 */
export async function commitPayouts(context: DeliveryContext, order: Order, making: Making): Promise<Prepared> {
  const alone = () => commit(context, order, making, 0);
  const others = making.chain.traits.mostPayees - 1;
  if (others === 0) return alone();
  const together = await commit(context, order, making, others).catch(alone);
  return together.kind === 'refused' ? alone() : together;
}

const NOT_COMPARED = {
  kind: 'unavailable',
  retryAfterMs: 1_000,
  detail: "the books were not compared with every place since the signer's start",
  cause: 'comparison',
} as const;

async function commit(context: DeliveryContext, order: Order, making: Making, others: number): Promise<Prepared> {
  const { chain, reading, screened, expected } = making;
  return context.database.transaction(async (transaction) => {
    const [{ order: locked }, halted, compared] = await Promise.all([
      lockOrder(transaction, order.id),
      isHalted(transaction, payoutsOf(order.receive.asset.id)),
      areBooksCompared(transaction, chain.network),
    ]);
    if (locked.status !== 'converted' || locked.payoutSigned) return ok(undefined);
    if (!isKeptInFull(locked)) return refused('not_paid');
    if (halted) return refused('books_differ');
    if (!compared) return NOT_COMPARED;
    const [, claimed] = await Promise.all([
      lockTreasury(transaction, chain.network, chain.treasuryAddress),
      claimedSoFar(transaction, chain),
    ]);
    const payees: Payees = [
      payeeOf(context, making, order, screened),
      ...(await joining(context, transaction, making, order, others)),
    ];
    const spends = await cancellationsOf(
      transaction,
      payees.map((payee) => payee.order.id),
    );
    const composed = composeForMost(chain, payees, reading, claimed, spends);
    if (composed.kind === 'unavailable') return refused('treasury_busy', composed.detail);
    if (composed.kind !== 'ok') return composed;
    const { unsigned } = composed.value;
    const [first, ...rest] = composed.value.payees.map(paymentOf);
    if (!first) throw new RangeError('there is nothing to pay');
    const signed = await context.signer.pay(chain.network, unsigned, [first, ...rest]);
    if (signed.kind !== 'ok') return signed;
    const orderNos = composed.value.payees.map((payee) => payee.order.orderNo);
    if (!isAsked(signed.value, { unsigned, orderNos }))
      return adoptPayout(transaction, { chain, expected }, signed.value, order);
    await store(transaction, making, composed.value, signed.value);
    return ok(undefined);
  });
}

/** Those of the waiting that may be paid. One that has come since waits for its own step; one that may not be paid learns why in it. */
async function joining(
  context: DeliveryContext,
  transaction: Transaction,
  making: Making,
  order: Order,
  most: number,
): Promise<readonly Payee[]> {
  const waiting = await lockWaitingOrders(transaction, order, most);
  return waiting.flatMap((other) => {
    const { screened, refusal } = lastLook(context, other);
    return refusal || !making.paid.has(other.id) ? [] : [payeeOf(context, making, other, screened)];
  });
}

function payeeOf(
  context: DeliveryContext,
  { chain, expected }: Making,
  order: Order,
  screened: ScreeningVerdict,
): Payee {
  const request = { ...order.receive, to: order.address };
  return { order, screened, request, ceiling: feeCeiling(context, order, chain, expected) };
}

function paymentOf({ order: { orderNo }, request }: Payee): OrderPayment {
  return { orderNo, request };
}

async function store(
  transaction: Transaction,
  { chain, expected }: Making,
  { payees: [first, ...others], unsigned }: Composed,
  signed: SignedPayout,
): Promise<void> {
  const payoutOf = ({ order }: Payee) => newPayout({ chain, expected }, order);
  const payouts = [payoutOf(first), ...others.map(payoutOf)] as const;
  await insertPayouts(transaction, payouts, unsigned, chain.claimsOf(unsigned), signed);
  for (const { order, screened } of [first, ...others])
    await recordDecision(transaction, {
      orderId: order.id,
      buyerId: order.buyerId,
      stage: 'payout',
      outcome: 'clear',
      rule: '',
      facts: { screening: screened },
    });
}
