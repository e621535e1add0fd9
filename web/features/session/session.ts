import type { CallData } from '@slipway/contract/calls.ts';
import { isOwnPath } from '@slipway/contract/ownPath.ts';
import { clearUnsentForms } from '../../ui/form/unsentForms.ts';

/** The stored format that our pages and partners expect. The token is useless without the cookie. */
export type UserInfo = Omit<CallData<'login'>, 'email'>;

const USER_INFO_KEY = 'userInfo';
const EMAIL_KEY = 'email';
const LOGIN_RETURN_KEY = 'loginSuccessRedirectUrl';
const DETAILS_RETURN_KEY = 'kycLevel1SuccessRedirectUrl';
/** Drafts of the personal details and card forms, kept for half an hour. */
const PERSONAL_DRAFTS = ['keyForm', 'billingAddressForm'];
const SESSION_CHANGED_EVENT = 'slipway-session';

/** Returns the stored user, also if the session has expired; null if the value is invalid. */
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

/** Returns true if a token exists and its expTime (epoch seconds) is in the future. */
export function isLive(user: UserInfo | null, nowMs: number): user is UserInfo {
  return user !== null && nowMs < user.expTime * 1000;
}

export function getLoggedInUser(nowMs: number = Date.now()): UserInfo | null {
  const user = parseUserInfo(localStorage.getItem(USER_INFO_KEY));
  return isLive(user, nowMs) ? user : null;
}

/** Stores the user; the form drafts and the stored email address stay. */
export function storeUserInfo({ authToken, expTime, kyc_level }: UserInfo): void {
  localStorage.setItem(USER_INFO_KEY, JSON.stringify({ authToken, expTime, kyc_level }));
  dispatchEvent(new Event(SESSION_CHANGED_EVENT));
}

/** Stores a login. Deletes the form drafts of another buyer; after an expired session the same buyer keeps them. */
export function storeLogin(user: CallData<'login'>): void {
  if (user.email !== readEmail()) removePersonalDrafts();
  localStorage.setItem(EMAIL_KEY, user.email);
  storeUserInfo(user);
}

/** Returns the email address of the last login; '' after logging out. */
export function readEmail(): string {
  return localStorage.getItem(EMAIL_KEY) ?? '';
}

/** Logs out in this browser, and deletes the email address and drafts with personal data: the next user must not see them. */
export function clearUserInfo(): void {
  localStorage.removeItem(USER_INFO_KEY);
  localStorage.removeItem(EMAIL_KEY);
  removePersonalDrafts();
  dispatchEvent(new Event(SESSION_CHANGED_EVENT));
}

/** Marks the session as expired. The form drafts are kept, because the same buyer will log in again. */
export function expireUserInfo(): void {
  const user = parseUserInfo(localStorage.getItem(USER_INFO_KEY));
  if (user) localStorage.setItem(USER_INFO_KEY, JSON.stringify({ ...user, expTime: 0 }));
  dispatchEvent(new Event(SESSION_CHANGED_EVENT));
}

function removePersonalDrafts(): void {
  for (const key of PERSONAL_DRAFTS) localStorage.removeItem(key);
  clearUnsentForms();
}

/** Stores the path to open after login. It is validated when it is read, so that it never leads to another site. */
export function rememberLoginReturn(path: string): void {
  sessionStorage.setItem(LOGIN_RETURN_KEY, path);
}

/** Returns the stored path or `/`. It is kept until the page is reached: two parts of a page may both handle the login. */
export function readLoginReturn(): string {
  return toOwnPath('/', sessionStorage.getItem(LOGIN_RETURN_KEY));
}

/** Clears the stored path once reached, so that a later visit to the login page does not return to it. */
export function forgetLoginReturn(path: string): void {
  if (sessionStorage.getItem(LOGIN_RETURN_KEY) === path) sessionStorage.removeItem(LOGIN_RETURN_KEY);
}

/** Stores where to go once the personal details are accepted. */
export function rememberDetailsReturn(path: string): void {
  sessionStorage.setItem(DETAILS_RETURN_KEY, path);
}

/** Returns the path that {@link takeDetailsReturn} will return. */
export function readDetailsReturn(): string {
  return toOwnPath('/', sessionStorage.getItem(DETAILS_RETURN_KEY));
}

export function takeDetailsReturn(): string {
  return takeStoredPath(DETAILS_RETURN_KEY);
}

function takeStoredPath(key: string): string {
  const path = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return toOwnPath('/', path);
}

function toOwnPath(otherwise: string, path: string | null): string {
  return path !== null && isOwnPath(path) ? path : otherwise;
}

/** Also notifies about logins and logouts in other tabs. */
export function subscribeToSession(changed: () => void): () => void {
  addEventListener('storage', changed);
  addEventListener(SESSION_CHANGED_EVENT, changed);
  return () => {
    removeEventListener('storage', changed);
    removeEventListener(SESSION_CHANGED_EVENT, changed);
  };
}
