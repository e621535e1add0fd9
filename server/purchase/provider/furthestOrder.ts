import type { ProviderOrder, ProviderState } from '../../providers/offers/offerPort.ts';
import type { Outcome } from '../../providers/outcome.ts';

/** How far a purchase has come; a word that nobody knows may mean that money has moved. */
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

type Asked = Outcome<ProviderOrder, 'not_found'>;

/**
 * Of several purchases that were begun for one order the furthest counts; one that cannot be asked about hides none. Nor does
 * one whose coins go elsewhere: whoever knows an order's number can have their own purchase told of as its.
 */
export function furthestOrder(answers: readonly Asked[], isOurs: (told: ProviderOrder) => boolean): Asked {
  const told = answers.flatMap((answer) => (answer.kind === 'ok' ? [answer] : []));
  const ours = told.filter(({ value }) => isOurs(value));
  const known = ours.length > 0 ? ours : told;
  const furthest = known.toSorted(
    (one, other) => PROGRESS.indexOf(other.value.state) - PROGRESS.indexOf(one.value.state),
  );
  return furthest[0] ?? answers.find(({ kind }) => kind !== 'refused') ?? { kind: 'refused', reason: 'not_found' };
}
