import type { CallData } from '@slipway/contract/calls.ts';
import { isOwnPath } from '@slipway/contract/ownPath.ts';
import { forgetUnsent } from '../../ui/unsentForms.ts';

/** Stored as the product's own pages and partners expect it: the token alone opens nothing without the cookie. */
export type UserInfo = Omit<CallData<'login'>, 'email'> & { readonly email?: string };

const USER_INFO_KEY = 'userInfo';
const LOGIN_RETURN_KEY = 'loginSuccessRedirectUrl';
const DETAILS_RETURN_KEY = 'kycLevel1SuccessRedirectUrl';
/** Kept by the details' and the card's forms for half an hour. */
const PERSONAL_DRAFTS = ['keyForm', 'billingAddressForm'];
const CHANGED = 'slipway-session';

/** The stored user, whether or not the session has run out; null for anything that is not one. */
export function parseUserInfo(stored: string | null): UserInfo | null {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { authToken, expTime } = value as Partial<UserInfo>;
    return typeof authToken === 'string' && authToken !== '' && typeof expTime === 'number'
      ? (value as UserInfo)
      : null;
  } catch {
    return null;
  }
}

/** Valid only while a token exists and its expTime (epoch seconds) is ahead. */
export function isLive(user: UserInfo | null, nowMs: number): user is UserInfo {
  return user !== null && nowMs < user.expTime * 1000;
}

export function liveUser(nowMs: number = Date.now()): UserInfo | null {
  const user = parseUserInfo(localStorage.getItem(USER_INFO_KEY));
  return isLive(user, nowMs) ? user : null;
}

/** A login. What another buyer had typed is gone; after an expired session the same buyer finds his own again. */
export function storeUserInfo(user: UserInfo): void {
  const before = parseUserInfo(localStorage.getItem(USER_INFO_KEY));
  if (before && before.email !== user.email) forgetTyped();
  localStorage.setItem(USER_INFO_KEY, JSON.stringify(user));
  dispatchEvent(new Event(CHANGED));
}

/** A log out: also of the drafts of forms about the person, for the next one at this browser must not find them. */
export function clearUserInfo(): void {
  localStorage.removeItem(USER_INFO_KEY);
  forgetTyped();
  dispatchEvent(new Event(CHANGED));
}

/** The session ran out by itself: the same person will log in again, and nothing that was typed is lost. */
export function expireUserInfo(): void {
  const user = parseUserInfo(localStorage.getItem(USER_INFO_KEY));
  if (user) localStorage.setItem(USER_INFO_KEY, JSON.stringify({ ...user, expTime: 0 }));
  dispatchEvent(new Event(CHANGED));
}

function forgetTyped(): void {
  for (const key of PERSONAL_DRAFTS) localStorage.removeItem(key);
  forgetUnsent();
}

/** Where to go after the login: a path of our own with its query, never another site. */
export function rememberLoginReturn(path: string): void {
  sessionStorage.setItem(LOGIN_RETURN_KEY, path);
}

/** Kept until the page is reached: two parts of a page may both notice that the login is done. */
export function loginReturn(): string {
  return ownPathOr('/', sessionStorage.getItem(LOGIN_RETURN_KEY));
}

/** The page was reached: a login page that is seen again leads to no step of a purchase. */
export function forgetLoginReturn(path: string): void {
  if (sessionStorage.getItem(LOGIN_RETURN_KEY) === path) sessionStorage.removeItem(LOGIN_RETURN_KEY);
}

/** Where to go once the basic details are accepted. */
export function rememberDetailsReturn(path: string): void {
  sessionStorage.setItem(DETAILS_RETURN_KEY, path);
}

export function takeDetailsReturn(): string {
  return taken(DETAILS_RETURN_KEY);
}

function taken(key: string): string {
  const path = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return ownPathOr('/', path);
}

function ownPathOr(otherwise: string, path: string | null): string {
  return path !== null && isOwnPath(path) ? path : otherwise;
}

/** Also hears of logins and log outs of other tabs. */
export function subscribeToSession(changed: () => void): () => void {
  addEventListener('storage', changed);
  addEventListener(CHANGED, changed);
  return () => {
    removeEventListener('storage', changed);
    removeEventListener(CHANGED, changed);
  };
}
