import type {
  Chain,
  ComposeRefusal,
  ExistingClaims,
  PayoutRequest,
  TreasuryReading,
  UnsignedPayout,
} from '../../../providers/chain/chainPort.ts';
import { type Outcome, ok } from '../../../providers/outcome.ts';
import type { ScreeningVerdict } from '../../../risk/screening.ts';
import type { Order } from '../../order/order.ts';
import { computeBatchFeeCeiling } from '../fees/feeShare.ts';

/** An order to pay out, and the largest share of the fee that it may pay. */
export type Payee = {
  readonly order: Order;
  readonly screened: ScreeningVerdict;
  readonly request: PayoutRequest;
  /** In native minor units. */
  readonly ceiling: bigint;
};

/** The first is the order being processed; the others are included if possible. */
export type Payees = readonly [Payee, ...Payee[]];

export type ComposedPayout = { readonly payees: Payees; readonly unsigned: UnsignedPayout };

/**
 * Composes one transaction for all payees. If that is refused, retries with the first payee and half of the others, those
 * that wait longest. Returns the refusal once only the first is left. No share of the fee exceeds its ceiling. `spends`: see
 * `composePayout`. Pure.
 */
export function composeLargestBatch(
  chain: Pick<Chain, 'composePayout'>,
  payees: Payees,
  reading: TreasuryReading,
  claimed: ExistingClaims,
  spends: ReadonlySet<string>,
): Outcome<ComposedPayout, ComposeRefusal> {
  const [first, ...others] = payees;
  const mostFee = computeBatchFeeCeiling(payees.map(({ request: { units }, ceiling }) => ({ units, ceiling })));
  const requests = [first.request, ...others.map(({ request }) => request)] as const;
  const unsigned = chain.composePayout(requests, reading, claimed, mostFee, spends);
  if (unsigned.kind === 'ok') return ok({ payees, unsigned: unsigned.value });
  if (unsigned.kind !== 'refused' || others.length === 0) return unsigned;
  return composeLargestBatch(
    chain,
    [first, ...others.slice(0, Math.floor(others.length / 2))],
    reading,
    claimed,
    spends,
  );
}
