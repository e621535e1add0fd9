import { calls } from '@slipway/contract/calls.ts';
import { inquiry } from '@slipway/contract/entities/quote.ts';
import { describe, expect, test } from 'vitest';
import { emptyDraft } from '../../web/features/draft/draft.ts';
import { callNames } from './statements/callNames.ts';

describe('on the wire', () => {
  test('every call of the catalogue is declared', () => {
    expect(Object.keys(calls)).toEqual(expect.arrayContaining([...callNames]));
    expect(callNames).toHaveLength(46);
  });

  test('an inquiry without a partner has partner 0', () => {
    const asked = inquiry.parse({ sendCurrency: 'EUR', sendCurrencyAmount: '100', getCurrency: 'BTC' });
    expect(asked.partnerId).toBe('0');
  });

  test('the name of an address has at most 25 characters', () => {
    const named = (name: string) => calls.addCryptoAddress.request.shape.name.safeParse(name).success;
    expect(named('x'.repeat(25))).toBe(true);
    expect(named('x'.repeat(26))).toBe(false);
  });
});

describe('in the browser', () => {
  test('the draft of a purchase has every field', () => {
    const fields =
      'offerType offerImg offerName offerSendAmount offerGetAmount service nextStepContent serviceLogoUrl orderNo address addressFixed isSaveAddress walletType exchange from goodsOrderAmount goodsOrderCurrency side';
    expect(Object.keys(emptyDraft)).toEqual(expect.arrayContaining(fields.split(' ')));
  });
});
