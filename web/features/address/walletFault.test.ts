import { describe, expect, test } from 'vitest';
import { walletFault } from './walletFault.ts';

const small = { sendCurrency: 'EUR', sendCurrencyAmount: '1000.00' };
const large = { sendCurrency: 'EUR', sendCurrencyAmount: '1000.01' };

describe('walletFault', () => {
  test('below the amount no kind of wallet needs to be named', () => {
    expect(walletFault({ walletType: '', exchange: '' }, small)).toBeNull();
    expect(walletFault({ walletType: 'self_hosted', exchange: '' }, small)).toBeNull();
  });

  test('above it one must be', () => {
    expect(walletFault({ walletType: '', exchange: '' }, large)).toBe('wallet_type_missing');
    expect(walletFault({ walletType: 'self_hosted', exchange: '' }, large)).toBeNull();
  });

  test('an exchange has a name, whatever the amount', () => {
    expect(walletFault({ walletType: 'exchange', exchange: '' }, small)).toBe('exchange_missing');
    expect(walletFault({ walletType: 'exchange', exchange: 'Kraken' }, large)).toBeNull();
  });

  test('other currencies are left to the server', () => {
    expect(
      walletFault({ walletType: '', exchange: '' }, { sendCurrency: 'JPY', sendCurrencyAmount: '15000' }),
    ).toBeNull();
  });
});
