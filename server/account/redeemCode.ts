import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/http/appError.ts';
import type { CookieJar } from '../platform/http/handlers.ts';
import { equalBytes, sha256 } from '../platform/secrets.ts';
import { hashCode } from './loginCode.ts';
import { countTry, takeCode, useCode } from './loginStore.ts';

type Verdict = 'right' | 'code_invalid' | 'code_expired';

/** Uses up a code that was sent to this address and asked for by this browser, or refuses it. A code is good once. */
export async function redeemCode(
  database: Database,
  input: { readonly email: string; readonly code: string },
  cookies: CookieJar,
): Promise<void> {
  const nonce = cookies.read('login');
  if (!nonce) throw new AppError('code_expired');
  const verdict = await judgeCode(database, input, nonce);
  if (verdict !== 'right') throw new AppError(verdict);
}

/**
 * A wrong try is counted even though the call is refused; it is counted before the code is looked at, so that no connection and
 * no lock is held while the hash is made, and of tries at the same moment none is free.
 */
async function judgeCode(
  database: Database,
  input: { readonly email: string; readonly code: string },
  nonce: string,
): Promise<Verdict> {
  const code = await database.repeatableTransaction(async (transaction) => {
    const taken = await takeCode(transaction, input.email, sha256(nonce));
    if (!taken || taken.expired || taken.triesLeft <= 0) return undefined;
    await countTry(transaction, taken.id);
    return taken;
  });
  if (!code) return 'code_expired';
  if (!equalBytes(await hashCode(input.code, code.salt), code.codeHash)) return 'code_invalid';
  // Of two right tries at the same moment only one succeeds.
  const isUsed = await database.repeatableTransaction((transaction) => useCode(transaction, code.id, input.email));
  return isUsed ? 'right' : 'code_expired';
}
