import { beforeEach, describe, expect, test, vi } from 'vitest';
import { rememberDetailsReturn, rememberLoginReturn } from '../features/session/session.ts';
import { findPurchaseStep } from './findPurchaseStep.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

describe('findPurchaseStep', () => {
  test('counts up when the buyer goes through all screens', () => {
    rememberLoginReturn('/select-card?orderNo=AAAAAAAA');
    rememberDetailsReturn('/select-card');
    const screens = ['/select-offer', '/submit-address', '/confirm-address', '/email-login', '/enter-information'];
    const steps = [...screens, '/enter-card'].map((path) => findPurchaseStep(path, 'slipway'));
    expect(steps.map((found) => found?.step)).toEqual([2, 3, 3, 4, 4, 5]);
    const shares = steps.map((found) => found?.share ?? 0);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(new Set(steps.map((found) => found?.count))).toEqual(new Set([5]));
  });

  test('counts one step less when another provider asks for the details', () => {
    expect(findPurchaseStep('/confirm-address', 'moonpay')).toMatchObject({ step: 3, count: 4 });
  });

  test('returns null when the buyer logs in for something else', () => {
    rememberLoginReturn('/my-orders');
    expect(findPurchaseStep('/email-login', '')).toBeNull();
    expect(findPurchaseStep('/enter-information', '')).toBeNull();
    expect(findPurchaseStep('/my-orders', '')).toBeNull();
  });
});
