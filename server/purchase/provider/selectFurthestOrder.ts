import type { ProviderOrder, ProviderState } from '../../providers/offers/offerPort.ts';
import type { Outcome } from '../../providers/outcome.ts';

/** States by progress. An unknown status (undefined) ranks high, since money may have moved. */
const PROGRESS: readonly (ProviderState | undefined)[] = [
  'failed',
  'expired',
  'awaiting_payment',
  'refunded',
  'on_hold',
  undefined,
  'paid',
  'delivering',
  'delivered',
];

type ProviderQueryOutcome = Outcome<ProviderOrder, 'not_found'>;

/**
 * Returns the furthest of several purchases that were reported for one order. Failed queries are ignored if any purchase was
 * reported; else one of them is returned, or `not_found`. Purchases to another address are considered only if there is no
 * other: anyone who knows an order's number can have another purchase reported for it.
 */
export function selectFurthestOrder(
  answers: readonly ProviderQueryOutcome[],
  isSentToOrderAddress: (report: ProviderOrder) => boolean,
): ProviderQueryOutcome {
  const reports = answers.flatMap((answer) => (answer.kind === 'ok' ? [answer] : []));
  const sentToOrderAddress = reports.filter(({ value }) => isSentToOrderAddress(value));
  const known = sentToOrderAddress.length > 0 ? sentToOrderAddress : reports;
  const furthest = known.toSorted(
    (one, other) => PROGRESS.indexOf(other.value.state) - PROGRESS.indexOf(one.value.state),
  );
  return furthest[0] ?? answers.find(({ kind }) => kind !== 'refused') ?? { kind: 'refused', reason: 'not_found' };
}
