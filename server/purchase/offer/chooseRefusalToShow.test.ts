import { parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { expect, test } from 'vitest';
import type { OfferRefusal } from '../../providers/offers/offerPort.ts';
import type { QuoteRefusal } from '../quote/pricedQuote.ts';
import { chooseRefusalToShow } from './chooseRefusalToShow.ts';
import type { ProviderRefusal } from './providerGroup.ts';

const euro = fiatAsset('EUR');

function createProviderRefusal(reason: OfferRefusal, limit?: string): ProviderRefusal {
  const answer = { kind: 'refused', reason, detail: '', ...(limit && { limit: parseAmount(euro, limit) }) } as const;
  return { provider: {} as ProviderRefusal['provider'], answer };
}

function createOwnRefusal(error: QuoteRefusal['error'], amount: string): QuoteRefusal {
  return { error, facts: { amount, symbol: 'EUR' } };
}

test.each<[string, QuoteRefusal | undefined, readonly ProviderRefusal[], QuoteRefusal]>([
  [
    'the least minimum of all',
    undefined,
    [
      createProviderRefusal('region'),
      createProviderRefusal('below_minimum', '30'),
      createProviderRefusal('below_minimum', '20'),
    ],
    createOwnRefusal('pay_amount_below_minimum', '20.00'),
  ],
  [
    'the greatest maximum of all',
    createOwnRefusal('pay_amount_above_maximum', '5000.00'),
    [createProviderRefusal('above_maximum', '9000'), createProviderRefusal('above_maximum', '10000')],
    createOwnRefusal('pay_amount_above_maximum', '10000.00'),
  ],
  [
    'the least minimum where others have a maximum, in any order',
    undefined,
    [
      createProviderRefusal('above_maximum', '50'),
      createProviderRefusal('below_minimum', '200'),
      createProviderRefusal('below_minimum', '100'),
      createProviderRefusal('above_maximum', '80'),
    ],
    createOwnRefusal('pay_amount_below_minimum', '100.00'),
  ],
  [
    'our own limit if it is the nearest',
    createOwnRefusal('pay_amount_below_minimum', '10.00'),
    [createProviderRefusal('below_minimum', '20')],
    createOwnRefusal('pay_amount_below_minimum', '10.00'),
  ],
  [
    'our own refusal if no provider returns a limit',
    createOwnRefusal('pay_amount_above_maximum', '10.00'),
    [createProviderRefusal('region')],
    createOwnRefusal('pay_amount_above_maximum', '10.00'),
  ],
  [
    'the refusal of a method before that of a country',
    undefined,
    [createProviderRefusal('region'), createProviderRefusal('method')],
    { error: 'method_unavailable', facts: {} },
  ],
  [
    'that there is no provider, for any other refusal',
    undefined,
    [createProviderRefusal('other')],
    { error: 'no_provider', facts: {} },
  ],
  ['that there is no provider, without any answer', undefined, [], { error: 'no_provider', facts: {} }],
])('shows %s', (_name, mine, refusals, expected) => {
  expect(chooseRefusalToShow(mine, refusals)).toEqual(expected);
});
