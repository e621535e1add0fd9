import type { Queryable } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { type Keys, randomToken } from '../../platform/secrets.ts';
import { difficultyLimits, freeLimits, knownBrowserLimits, proofOfWorkLimits, resendLimit } from './codeLimits.ts';
import { type CodeSubject, isWorkUsed, readSecondsUntilAllowed, readUsedShare } from './loginStore.ts';
import { computeDifficultyBits, issueChallenge, verifyWork } from './loginWork.ts';

export type CodeRequest = {
  readonly subject: CodeSubject;
  /** As sent by the browser. */
  readonly work: string | undefined;
  /** By the database's clock. */
  readonly now: Date;
};

/**
 * Requires that a code may be sent now. Returns the hash of the work with which it is sent, or null if it is sent without
 * work. Throws `code_too_soon`, or `work_needed` with the challenge.
 */
export async function requireCodeAllowed(
  { loginWork }: Pick<Keys, 'loginWork'>,
  database: Queryable,
  { subject, work, now }: CodeRequest,
): Promise<Buffer | null> {
  const { email } = subject;
  if (subject.knownBrowser) {
    const { own } = await readSecondsUntilAllowed(database, subject, { own: knownBrowserLimits });
    requireNoDelay(own);
    return null;
  }
  const until = await readSecondsUntilAllowed(database, subject, unknownBrowserLimits);
  const workHash = work === undefined ? undefined : verifyWork(loginWork, { email, work, now });
  if (workHash && !(await isWorkUsed(database, workHash))) {
    requireNoDelay(until.worked);
    return workHash;
  }
  requireNoDelay(until.resend);
  if (until.free === 0) return null;
  // No challenge is issued for a code that would be refused.
  requireNoDelay(until.worked);
  const bits = computeDifficultyBits(await readUsedShare(database, subject, difficultyLimits));
  throw new AppError('work_needed', {
    challenge: issueChallenge(loginWork, { email, bits, nonce: randomToken(), now }),
  });
}

const unknownBrowserLimits = { resend: [resendLimit], free: freeLimits, worked: proofOfWorkLimits };

function requireNoDelay(seconds: number): void {
  if (seconds > 0) throw new AppError('code_too_soon', { seconds });
}
