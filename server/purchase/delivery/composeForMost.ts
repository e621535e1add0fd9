import type {
  Chain,
  ClaimedSoFar,
  ComposeRefusal,
  PayoutRequest,
  TreasuryReading,
  UnsignedPayout,
} from '../../providers/chain/chainPort.ts';
import { type Outcome, ok } from '../../providers/outcome.ts';
import type { ScreeningVerdict } from '../../risk/screening.ts';
import type { Order } from '../order/order.ts';
import { ceilingOfAll } from './feeShare.ts';

/** An order that is paid, and what it may bear of the fee. */
export type Payee = {
  readonly order: Order;
  readonly screened: ScreeningVerdict;
  readonly request: PayoutRequest;
  /** In native minor units. */
  readonly ceiling: bigint;
};

/** The first is the order that is at work; the others leave with it where they can. */
export type Payees = readonly [Payee, ...Payee[]];

export type Composed = { readonly payees: Payees; readonly unsigned: UnsignedPayout };

/**
 * Pure: one transaction for all of them, or else for fewer: those that wait the longest, half as many each time, and the first
 * alone in the end, whose refusal counts. No payee bears more of the fee than its ceiling.
 */
export function composeForMost(
  chain: Pick<Chain, 'composePayout'>,
  payees: Payees,
  reading: TreasuryReading,
  claimed: ClaimedSoFar,
  spends: ReadonlySet<string>,
): Outcome<Composed, ComposeRefusal> {
  const [first, ...others] = payees;
  const mostFee = ceilingOfAll(payees.map(({ request: { units }, ceiling }) => ({ units, ceiling })));
  const requests = [first.request, ...others.map(({ request }) => request)] as const;
  const unsigned = chain.composePayout(requests, reading, claimed, mostFee, spends);
  if (unsigned.kind === 'ok') return ok({ payees, unsigned: unsigned.value });
  if (unsigned.kind !== 'refused' || others.length === 0) return unsigned;
  return composeForMost(chain, [first, ...others.slice(0, Math.floor(others.length / 2))], reading, claimed, spends);
}
