import { computeSecondsUntil, getServerTime } from '../../api/serverClock.ts';

/** Recipient of the last login code; stored for this tab, so that a reload does not ask for the address again. */
export type SentCode = {
  readonly email: string;
  /** Epoch seconds from which another code can be requested. */
  readonly resendAt: number;
};

const STORAGE_KEY = 'loginCode';

export function rememberSentCode(email: string, resendAfterSeconds: number): SentCode {
  const sent = { email, resendAt: getServerTime() / 1000 + resendAfterSeconds };
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(sent));
  return sent;
}

export function getSentCode(): SentCode | null {
  return parseSentCode(sessionStorage.getItem(STORAGE_KEY));
}

export function forgetSentCode(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}

/** Returns null if the stored value is not a sent code. */
export function parseSentCode(stored: string | null): SentCode | null {
  try {
    const { email, resendAt } = JSON.parse(stored ?? 'null') as Partial<SentCode>;
    return typeof email === 'string' && email !== '' && typeof resendAt === 'number' ? { email, resendAt } : null;
  } catch {
    return null;
  }
}

export function computeSecondsUntilResend(sent: SentCode): number {
  return computeSecondsUntil(sent.resendAt);
}

/**
 * Returns true if the text is plausible as an address: a local part, an @ and a domain with a dot. Only a code that the buyer
 * receives proves the address.
 */
export function isPlausibleEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+[.\u3002][^\s@.]+$/.test(text) && text.length <= 254;
}
