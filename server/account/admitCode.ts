import type { Queryable } from '../platform/database/database.ts';
import { AppError } from '../platform/http/appError.ts';
import { type Keys, randomToken } from '../platform/secrets.ts';
import { freeLimits, knownBrowserLimits, pressedLimits, resendLimit, workedLimits } from './codeLimits.ts';
import { type CodeSubject, isWorkUsed, secondsUntilSendable, usedShare } from './loginStore.ts';
import { bitsFor, hashOfWork, issueChallenge } from './loginWork.ts';

export type CodeRequest = {
  readonly subject: CodeSubject;
  /** As the browser sent it. */
  readonly work: string | undefined;
  /** By the one clock. */
  readonly now: Date;
};

/**
 * Whether a code may be sent; the hash of the work that was done for it, null where none was. Throws `code_too_soon`, or
 * `work_needed` with what is to be solved.
 */
export async function admitCode(
  { loginWork }: Pick<Keys, 'loginWork'>,
  database: Queryable,
  { subject, work, now }: CodeRequest,
): Promise<Buffer | null> {
  const { email } = subject;
  if (subject.knownBrowser) {
    const { own } = await secondsUntilSendable(database, subject, { own: knownBrowserLimits });
    requireNow(own);
    return null;
  }
  const until = await secondsUntilSendable(database, subject, strangerLimits);
  const workHash = work === undefined ? undefined : hashOfWork(loginWork, { email, work, now });
  if (workHash && !(await isWorkUsed(database, workHash))) {
    requireNow(until.worked);
    return workHash;
  }
  requireNow(until.resend);
  if (until.free === 0) return null;
  // Nobody works for a code that they do not get.
  requireNow(until.worked);
  const bits = bitsFor(await usedShare(database, subject, pressedLimits));
  throw new AppError('work_needed', {
    challenge: issueChallenge(loginWork, { email, bits, nonce: randomToken(), now }),
  });
}

const strangerLimits = { resend: [resendLimit], free: freeLimits, worked: workedLimits };

function requireNow(seconds: number): void {
  if (seconds > 0) throw new AppError('code_too_soon', { seconds });
}
