import { describe, expect, test } from 'vitest';
import { findWalletFault } from './findWalletFault.ts';

const small = { sendCurrency: 'EUR', sendCurrencyAmount: '1000.00' };
const large = { sendCurrency: 'EUR', sendCurrencyAmount: '1000.01' };

describe('walletFault', () => {
  test('below the amount no kind of wallet needs to be named', () => {
    expect(findWalletFault({ walletType: '', exchange: '' }, small)).toBeNull();
    expect(findWalletFault({ walletType: 'self_hosted', exchange: '' }, small)).toBeNull();
  });

  test('above it one must be', () => {
    expect(findWalletFault({ walletType: '', exchange: '' }, large)).toBe('wallet_type_missing');
    expect(findWalletFault({ walletType: 'self_hosted', exchange: '' }, large)).toBeNull();
  });

  test('an exchange has a name, whatever the amount', () => {
    expect(findWalletFault({ walletType: 'exchange', exchange: '' }, small)).toBe('exchange_missing');
    expect(findWalletFault({ walletType: 'exchange', exchange: 'Kraken' }, large)).toBeNull();
  });

  test('other currencies are left to the server', () => {
    expect(
      findWalletFault({ walletType: '', exchange: '' }, { sendCurrency: 'JPY', sendCurrencyAmount: '15000' }),
    ).toBeNull();
  });
});
