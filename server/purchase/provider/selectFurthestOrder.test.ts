import { expect, test } from 'vitest';
import type { ProviderOrder, ProviderState } from '../../providers/offers/offerPort.ts';
import { ok, refused } from '../../providers/outcome.ts';
import { selectFurthestOrder } from './selectFurthestOrder.ts';

const at = (state: ProviderState | undefined) => ok({ state, providerOrderId: String(state) } as ProviderOrder);
const away = { kind: 'unavailable', retryAfterMs: 1, detail: '' } as const;

test.each([
  ['the delivered one of several', [at('failed'), at('delivered'), at('awaiting_payment')], at('delivered')],
  ['a new try before a failed one', [at('failed'), at('awaiting_payment')], at('awaiting_payment')],
  ['an unknown status before a failure', [at(undefined), at('failed')], at(undefined)],
  ['what is known, where another one cannot be asked about', [away, at('paid')], at('paid')],
  ['that nothing can be asked', [away, refused('not_found')], away],
  ['that nothing was begun', [refused('not_found'), refused('not_found')], refused('not_found')],
  ['that nothing was begun, where nothing is known', [], refused('not_found')],
] as const)('%s', (_name, answers, chosen) => {
  expect(selectFurthestOrder(answers, () => true)).toEqual(chosen);
});

test('prefers the order’s own purchase to another buyer’s', () => {
  const [foreign, own] = [at('delivered'), at('paid')];
  const isFromSeller = (report: ProviderOrder) => report !== foreign.value;
  expect(selectFurthestOrder([foreign, own], isFromSeller)).toEqual(own);
  // Without another purchase, the foreign one is returned.
  expect(selectFurthestOrder([foreign], isFromSeller)).toEqual(foreign);
});
