import { disguisedAddresses } from '@slipway/contract/disguisedAddresses.testing.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clearUserInfo,
  expireUserInfo,
  forgetLoginReturn,
  getLoggedInUser,
  isLive,
  parseUserInfo,
  readEmail,
  readLoginReturn,
  rememberLoginReturn,
  storeLogin,
  storeUserInfo,
  takeDetailsReturn,
} from './session.ts';

const user = { authToken: 'token', expTime: 1_755_000_000, kyc_level: 0 };

describe('the stored user', () => {
  test('is read', () => {
    expect(parseUserInfo(JSON.stringify(user))).toEqual(user);
  });

  test.each([null, '', '{', '"text"', '{}', '{"authToken":"","expTime":1}', '{"authToken":"a","expTime":"1"}'])(
    'is null for invalid data: %s',
    (stored) => {
      expect(parseUserInfo(stored)).toBeNull();
    },
  );

  test('is valid only before expTime, in seconds', () => {
    expect(isLive(user, user.expTime * 1000 - 1)).toBe(true);
    expect(isLive(user, user.expTime * 1000)).toBe(false);
    expect(isLive(null, 0)).toBe(false);
  });
});

test('a login is stored as its three fields, and the email address separately', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('sessionStorage', { removeItem: () => undefined });
  vi.stubGlobal('dispatchEvent', () => true);
  storeLogin({ ...user, email: 'anna@example.com' });
  expect(JSON.parse(stored.get('userInfo') ?? '')).toEqual(user);
  expect(readEmail()).toBe('anna@example.com');
  vi.unstubAllGlobals();
});

describe('typed personal data', () => {
  const anna = { ...user, expTime: 4_000_000_000, email: 'anna@example.com' };
  let stored: Map<string, string>;

  beforeEach(() => {
    stored = new Map();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
    vi.stubGlobal('dispatchEvent', () => true);
    vi.stubGlobal('sessionStorage', { removeItem: () => undefined });
    storeLogin(anna);
    stored.set('keyForm', 'typed');
    stored.set('billingAddressForm', 'typed');
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('is kept for the same buyer when the session has expired', () => {
    expireUserInfo();
    expect(getLoggedInUser()).toBeNull();
    storeLogin(anna);
    expect(stored.get('keyForm')).toBe('typed');
    expect(stored.get('billingAddressForm')).toBe('typed');
  });

  test('is not shown to the next buyer', () => {
    expireUserInfo();
    storeLogin({ ...anna, email: 'ben@example.com' });
    expect(new Set(stored.keys())).toEqual(new Set(['userInfo', 'email']));
  });

  test('is kept when the same buyer’s KYC level changes', () => {
    storeUserInfo({ ...user, kyc_level: 1 });
    expect(stored.get('keyForm')).toBe('typed');
    expect(readEmail()).toBe('anna@example.com');
  });

  test('is deleted on logging out', () => {
    clearUserInfo();
    expect([...stored.keys()]).toEqual([]);
  });
});

test('deletes the return page only after returning to it', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  rememberLoginReturn('/select-card');
  expect([...stored]).toEqual([['loginSuccessRedirectUrl', '/select-card']]);
  forgetLoginReturn('/edit');
  expect(readLoginReturn()).toBe('/select-card');
  forgetLoginReturn('/select-card');
  expect(readLoginReturn()).toBe('/');
  vi.unstubAllGlobals();
});

describe('after a login', () => {
  const returnFrom = (path: string) => {
    vi.stubGlobal('sessionStorage', { getItem: () => path, removeItem: () => {} });
    const pages = [readLoginReturn(), takeDetailsReturn()];
    vi.unstubAllGlobals();
    return pages;
  };

  test.each(['/my-orders?page=2', '/'])('a buyer returns to %s', (path) => {
    expect(returnFrom(path)).toEqual([path, path]);
  });

  test.each(disguisedAddresses)('a buyer is not sent to %j', (address) => {
    expect(returnFrom(address)).toEqual(['/', '/']);
  });
});
