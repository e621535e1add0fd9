import { expect, test } from 'vitest';
import type { ProviderOrder, ProviderState } from '../../providers/offers/offerPort.ts';
import { ok, refused } from '../../providers/outcome.ts';
import { selectFurthestOrder } from './selectFurthestOrder.ts';

const at = (state: ProviderState | undefined) => ok({ state, providerOrderId: String(state) } as ProviderOrder);
const away = { kind: 'unavailable', retryAfterMs: 1, detail: '' } as const;

test.each([
  ['the delivered one of several', [at('failed'), at('delivered'), at('awaiting_payment')], at('delivered')],
  ['a new purchase rather than a failed one', [at('failed'), at('awaiting_payment')], at('awaiting_payment')],
  ['an unknown status rather than a failed one', [at(undefined), at('failed')], at(undefined)],
  ['a reported purchase when the query of another failed', [away, at('paid')], at('paid')],
  ['the failed query when no purchase was reported', [away, refused('not_found')], away],
  ['`not_found` when no purchase exists', [refused('not_found'), refused('not_found')], refused('not_found')],
  ['`not_found` without any query', [], refused('not_found')],
] as const)('returns %s', (_name, answers, chosen) => {
  expect(selectFurthestOrder(answers, () => true)).toEqual(chosen);
});

test('prefers a purchase that is sent to the order’s address', () => {
  const [foreign, own] = [at('delivered'), at('paid')];
  const isSentToOrderAddress = (report: ProviderOrder) => report !== foreign.value;
  expect(selectFurthestOrder([foreign, own], isSentToOrderAddress)).toEqual(own);
  // Without another purchase, the foreign one is returned.
  expect(selectFurthestOrder([foreign], isSentToOrderAddress)).toEqual(foreign);
});
