import type { ProviderOrder } from '../../providers/offers/offerPort.ts';
import { rankProgress } from '../../providers/offers/rankProgress.ts';
import type { Outcome } from '../../providers/outcome.ts';

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
  const furthest = known.toSorted((one, other) => rankProgress(other.value.state) - rankProgress(one.value.state));
  return furthest[0] ?? answers.find(({ kind }) => kind !== 'refused') ?? { kind: 'refused', reason: 'not_found' };
}
