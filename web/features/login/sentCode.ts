import { secondsUntil, serverNow } from '../../api/serverClock.ts';

/** The code that is on its way: kept for the tab, so that a reload does not ask for the address again. */
export type SentCode = {
  readonly email: string;
  /** Epoch seconds from which another code can be asked for. */
  readonly resendAt: number;
};

const STORAGE_KEY = 'loginCode';

export function rememberSentCode(email: string, resendAfterSeconds: number): SentCode {
  const sent = { email, resendAt: serverNow() / 1000 + resendAfterSeconds };
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(sent));
  return sent;
}

export function currentSentCode(): SentCode | null {
  return parseSentCode(sessionStorage.getItem(STORAGE_KEY));
}

export function forgetSentCode(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}

/** null for anything that is not a sent code. */
export function parseSentCode(stored: string | null): SentCode | null {
  try {
    const { email, resendAt } = JSON.parse(stored ?? 'null') as Partial<SentCode>;
    return typeof email === 'string' && email !== '' && typeof resendAt === 'number' ? { email, resendAt } : null;
  } catch {
    return null;
  }
}

export function secondsUntilResend(sent: SentCode): number {
  return secondsUntil(sent.resendAt);
}

/** Good enough to be worth a mail: something, an at, a host with a dot. The mail itself is the proof. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+[.\u3002][^\s@.]+$/.test(text) && text.length <= 254;
}
