import { describe, expect, test } from 'vitest';
import { convertWalletBilling } from './convertWalletBilling.ts';

const details = {
  name: 'Anna Weber',
  address: {
    line1: ' Invalidenstraße 44 ',
    line2: null,
    city: 'Berlin',
    state: '',
    postal_code: '10115',
    country: 'DE',
  },
};
const converted = { name: 'Anna Weber', country: 'DE', city: 'Berlin', zip: '10115', address: 'Invalidenstraße 44' };

describe('a wallet’s billing address', () => {
  test('is converted to the product’s fields', () => {
    expect(convertWalletBilling(details)).toEqual(converted);
    const twoLines = { ...details, address: { ...details.address, line2: 'Hof 2' } };
    expect(convertWalletBilling(twoLines)).toEqual({ ...converted, address: 'Invalidenstraße 44, Hof 2' });
  });

  test('is omitted if there is none or a part is missing', () => {
    expect(convertWalletBilling(undefined)).toBeUndefined();
    expect(convertWalletBilling({ ...details, name: ' ' })).toBeUndefined();
    expect(convertWalletBilling({ ...details, address: { ...details.address, postal_code: '' } })).toBeUndefined();
  });

  test('has no postal code in countries without them, and ASCII digits elsewhere', () => {
    const convertWithPostalCode = (country: string, code: string) =>
      convertWalletBilling({ ...details, address: { ...details.address, country, postal_code: code } });
    expect(convertWithPostalCode('AE', '')).toEqual({ ...converted, country: 'AE', zip: '' });
    expect(convertWithPostalCode('DE', '１０１１５')).toEqual(converted);
  });

  test('is omitted if a part is longer than the server accepts', () => {
    expect(convertWalletBilling({ ...details, name: 'A'.repeat(101) })).toBeUndefined();
  });
});
