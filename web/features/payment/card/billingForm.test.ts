import { beforeEach, describe, expect, test } from 'vitest';
import {
  type Billing,
  clearBillingDraft,
  emptyBilling,
  findMissingFields,
  readBillingDraft,
  readSuggestedBilling,
  storeBillingDraft,
  storeSuggestedBilling,
  tidyBilling,
} from './billingForm.ts';

const anna: Billing = {
  name: 'Anna Weber',
  country: 'DE',
  city: 'Berlin',
  zip: '10115',
  address: 'Invalidenstraße 44',
};
const HALF_AN_HOUR_MS = 30 * 60_000;

function createMemoryStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

describe('the draft of the billing address', () => {
  let storage = createMemoryStorage();
  beforeEach(() => {
    storage = createMemoryStorage();
  });

  test('is stored for half an hour and no longer', () => {
    storeBillingDraft(anna, 1_000, storage);
    expect(storage.getItem('billingAddressForm')).toContain(anna.address);
    expect(readBillingDraft(1_000 + HALF_AN_HOUR_MS, storage)).toEqual(anna);
    expect(readBillingDraft(1_001 + HALF_AN_HOUR_MS, storage)).toBeNull();
    expect(storage.getItem('billingAddressForm')).toBeNull();
  });

  test('is deleted if the clock was set back', () => {
    storeBillingDraft(anna, 5_000, storage);
    expect(readBillingDraft(4_000, storage)).toBeNull();
    expect(storage.getItem('billingAddressForm')).toBeNull();
  });

  test('is deleted when it is cleared', () => {
    storeBillingDraft(anna, 1_000, storage);
    clearBillingDraft(storage);
    expect(readBillingDraft(1_000, storage)).toBeNull();
  });

  test('suggests name, country and city of the details until the buyer types', () => {
    storeSuggestedBilling({ name: 'Anna Weber', country: 'DE', city: 'Berlin' }, 1_000, storage);
    const suggested = { name: 'Anna Weber', country: 'DE', city: 'Berlin', zip: '', address: '' };
    expect(readSuggestedBilling(1_000, storage)).toEqual(suggested);
    // A suggestion is not a typed address, so a previously used address takes precedence.
    expect(readBillingDraft(1_000, storage)).toBeNull();
    storeBillingDraft(anna, 1_000, storage);
    expect(readSuggestedBilling(1_000, storage)).toBeNull();
    storeSuggestedBilling({ name: 'Ben Martin', country: 'FR', city: 'Paris' }, 1_000, storage);
    expect(readBillingDraft(1_000, storage)).toEqual(anna);
  });

  test('expires after half an hour, even if it is only suggested', () => {
    storeSuggestedBilling({ name: 'Anna Weber', country: 'DE', city: 'Berlin' }, 1_000, storage);
    expect(readSuggestedBilling(1_001 + HALF_AN_HOUR_MS, storage)).toBeNull();
    expect(storage.getItem('billingAddressForm')).toBeNull();
  });

  test.each(['', 'null', '[]', '{"keptAt":"soon","billing":{}}', '{"keptAt":1000}'])(
    'is null for the invalid data %j',
    (stored) => {
      storage.setItem('billingAddressForm', stored);
      expect(readBillingDraft(1_000, storage)).toBeNull();
    },
  );

  test('has empty fields for values of a wrong type', () => {
    storage.setItem('billingAddressForm', JSON.stringify({ keptAt: 1_000, billing: { name: 7, city: 'Berlin' } }));
    expect(readBillingDraft(1_000, storage)).toEqual({ name: '', country: '', city: 'Berlin', zip: '', address: '' });
  });
});

test('every field is required, and spaces do not count', () => {
  expect(findMissingFields(anna).size).toBe(0);
  const fields = Object.keys(anna);
  for (const field of fields) expect([...findMissingFields({ ...anna, [field]: ' ' })]).toEqual([field]);
  expect(findMissingFields(emptyBilling)).toEqual(new Set(fields));
});

test.each(['AE', 'HK'])('%s requires no postal code', (country) => {
  expect(findMissingFields({ ...anna, country, zip: ' ' }).size).toBe(0);
});

test('a postal code is sent in ASCII digits, which the acquirer compares', () => {
  expect(tidyBilling({ ...anna, name: ' Anna Weber ', zip: '١٠١١٥ ' })).toEqual(anna);
});
