import { describe, expect, test } from 'vitest';
import { findWalletFault } from './findWalletFault.ts';

const small = { sendCurrency: 'EUR', sendCurrencyAmount: '1000.00' };
const large = { sendCurrency: 'EUR', sendCurrencyAmount: '1000.01' };

describe('findWalletFault', () => {
  test('requires no wallet type at the threshold', () => {
    expect(findWalletFault({ walletType: '', exchange: '' }, small)).toBeNull();
    expect(findWalletFault({ walletType: 'self_hosted', exchange: '' }, small)).toBeNull();
  });

  test('requires a wallet type above the threshold', () => {
    expect(findWalletFault({ walletType: '', exchange: '' }, large)).toBe('wallet_type_missing');
    expect(findWalletFault({ walletType: 'self_hosted', exchange: '' }, large)).toBeNull();
  });

  test('requires an exchange’s name at any amount', () => {
    expect(findWalletFault({ walletType: 'exchange', exchange: '' }, small)).toBe('exchange_missing');
    expect(findWalletFault({ walletType: 'exchange', exchange: 'Kraken' }, large)).toBeNull();
  });

  test('leaves other currencies to the server', () => {
    expect(
      findWalletFault({ walletType: '', exchange: '' }, { sendCurrency: 'JPY', sendCurrencyAmount: '15000' }),
    ).toBeNull();
  });
});
