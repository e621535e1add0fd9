import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyDetails, storeDetailsDraft } from '../details/detailsDraft.ts';
import { emptyBilling, storeBillingDraft } from '../payment/card/billingForm.ts';
import { watchPersonalDrafts } from './watchPersonalDrafts.ts';

const MINUTE_MS = 60_000;
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.useFakeTimers();
  storeDetailsDraft({ ...emptyDetails, firstName: 'Anna' });
  storeBillingDraft({ ...emptyBilling, name: 'Anna Weber' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('deletes drafts within a minute after they expire, while the app is open', () => {
  watchPersonalDrafts();
  vi.advanceTimersByTime(29 * MINUTE_MS);
  expect([...stored.keys()]).toEqual(['keyForm', 'billingAddressForm']);
  vi.advanceTimersByTime(2 * MINUTE_MS);
  expect([...stored.keys()]).toEqual([]);
});

test('deletes expired drafts when the app starts', () => {
  vi.setSystemTime(Date.now() + 31 * MINUTE_MS);
  watchPersonalDrafts();
  expect([...stored.keys()]).toEqual([]);
});
