import { createAmount, formatAmount, parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { patienceMs } from '../../../../tools/patience/patience.ts';
import type { VendorAnswer } from '../callVendor.ts';
import type { OfferRequest } from '../offerPort.ts';
import type { CoinbaseOnrampClient, RequestContent } from './client.ts';
import { requestOffer } from './quote.ts';
import { scaleQuoteAmounts } from './quoteAmounts.ts';
import type { BuyQuote } from './schemas.ts';
import { findListing } from './vendorNames.ts';

const payAsset = fiatAsset('EUR');
const ether = { ...payAsset, id: 'eip155:1/slip44:60', code: 'ETH', decimals: 18 };

const request: OfferRequest = {
  side: 'Pay',
  amount: parseAmount(payAsset, '100'),
  payAsset,
  coin: { asset: ether, symbol: 'ETH', chain: 'eip155:1', contract: '' },
  method: 'credit_debit_card',
  country: 'DE',
};

const wrapped = '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf';

/** In Coinbase's form. */
const options = {
  paymentCurrencies: [{ id: 'EUR', limits: [{ id: 'CARD', min: '2', max: '7100' }] }],
  purchaseCurrencies: [
    {
      id: '5b71fc48-3dd3-540c-809b-f8c94d0e68b5',
      symbol: 'BTC',
      networks: [
        { name: 'ethereum', chainId: '1', contractAddress: wrapped },
        { name: 'bitcoin', chainId: '0', contractAddress: '' },
      ],
    },
    {
      id: '45f99e13-b522-57d7-8058-c57bf92fe7a3',
      symbol: 'BCH',
      networks: [{ name: 'bitcoincash', chainId: '0', contractAddress: '' }],
    },
    {
      id: 'd85dce9b-5b73-5c3c-8978-522ce1d1c1b4',
      symbol: 'ETH',
      networks: [{ name: 'ethereum', chainId: '1', contractAddress: '' }],
    },
  ],
};

const euros = (value: string) => ({ value, currency: 'EUR' });

const answered: BuyQuote = {
  paymentTotal: euros('100.00'),
  paymentSubtotal: euros('96.1701'),
  coinbaseFee: euros('3.6801'),
  networkFee: euros('0.15'),
  purchaseAmount: { value: '0.0312345678901234567', currency: 'ETH' },
};

function requestWith(answer: VendorAnswer<BuyQuote>, change: Partial<OfferRequest> = {}) {
  const quoteRequests: RequestContent[] = [];
  const client: CoinbaseOnrampClient = {
    config: async () => ({ countries: [{ id: 'DE' }] }),
    options: async () => options,
    quote: async (content) => {
      quoteRequests.push(content);
      return answer;
    },
    createSession: () => Promise.reject(new Error('no session is made for a price')),
    findTransactions: () => Promise.reject(new Error('no purchase is looked up for a price')),
  };
  return {
    quoteRequests,
    outcome: requestOffer(client, { ...request, ...change }, AbortSignal.timeout(patienceMs)),
  };
}

const buildAnswer = (change: Partial<BuyQuote> = {}) => ({
  kind: 'answered' as const,
  body: { ...answered, ...change },
});

describe('a price', () => {
  test('is requested without address and buyer', async () => {
    const { quoteRequests, outcome } = requestWith(buildAnswer());
    expect(await outcome).toMatchObject({ kind: 'ok' });
    expect(quoteRequests).toEqual([
      {
        purchaseCurrency: 'd85dce9b-5b73-5c3c-8978-522ce1d1c1b4',
        purchaseNetwork: 'ethereum',
        paymentAmount: '100.00',
        paymentCurrency: 'EUR',
        paymentMethod: 'CARD',
        country: 'DE',
      },
    ]);
  });

  test('rounds the amount paid up and the amount received down', async () => {
    const answer = await requestWith(buildAnswer({ paymentTotal: euros('100.001') })).outcome;
    if (answer.kind !== 'ok') throw new Error(answer.kind);
    const { pay, receive, processingFee, networkFee, affiliateFee } = answer.value;
    expect([pay, processingFee, networkFee, affiliateFee].map((amount) => formatAmount(amount))).toEqual([
      '100.01',
      '3.69',
      '0.15',
      '0.00',
    ]);
    expect(formatAmount(receive)).toBe('0.031234567890123456');
  });

  test.each([
    ['in dollars is refused', buildAnswer({ paymentTotal: { value: '108.00', currency: 'USD' } }), 'pay_currency'],
    [
      'with its fee in dollars is refused',
      buildAnswer({ coinbaseFee: { value: '3.68', currency: 'USD' } }),
      'unusable',
    ],
    ['of another coin is refused', buildAnswer({ purchaseAmount: { value: '1', currency: 'BTC' } }), 'unusable'],
    ['for zero coins is refused', buildAnswer({ purchaseAmount: { value: '0', currency: 'ETH' } }), 'other'],
    ['refused by Coinbase is refused', { kind: 'refused', status: 400, message: 'no', body: null }, 'other'],
  ] as const)('%s', async (_what, answer, reason) => {
    expect(await requestWith(answer).outcome).toMatchObject({ kind: 'refused', reason });
  });

  test('for coins is scaled up exactly for any number of them', () => {
    const unit = { min: 1n, max: 10n ** 24n };
    fc.assert(
      fc.property(fc.bigInt(unit), fc.bigInt(unit), fc.bigInt({ min: 1n, max: 10n ** 9n }), (got, wanted, paid) => {
        const money = (units: bigint) => createAmount(payAsset, units);
        const parts = { subtotal: money(paid), fee: money(7n), networkFee: money(15n) };
        const priced = { ...parts, pay: money(paid + 22n), receive: createAmount(ether, got) };
        const { pay, subtotal, fee, networkFee, receive } = scaleQuoteAmounts(priced, createAmount(ether, wanted));
        expect(pay.units).toBe(subtotal.units + fee.units + networkFee.units);
        expect(receive.units).toBe(wanted);
        expect(subtotal.units * got).toBeGreaterThanOrEqual(paid * wanted);
        expect((subtotal.units - 1n) * got).toBeLessThan(paid * wanted);
      }),
    );
  });
});

describe('a coin', () => {
  const bitcoin = 'bip122:000000000019d6689c085ae165831e93';

  test.each([
    ['ether', 'eip155:1', '', { purchaseCurrency: 'd85dce9b-5b73-5c3c-8978-522ce1d1c1b4', network: 'ethereum' }],
    ['bitcoin', bitcoin, '', { purchaseCurrency: '5b71fc48-3dd3-540c-809b-f8c94d0e68b5', network: 'bitcoin' }],
    ['wrapped', 'eip155:1', wrapped.toLowerCase(), { network: 'ethereum' }],
    ['unlisted', 'eip155:8453', '', undefined],
    ['of chain 0', 'eip155:0', '', undefined],
  ] as const)('%s is found only by network and contract', (_what, chain, contract, listing) => {
    const found = findListing(options, { asset: ether, symbol: 'ETH', chain, contract });
    if (listing) expect(found).toMatchObject(listing);
    else expect(found).toBeUndefined();
  });
});
