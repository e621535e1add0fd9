import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { CookieJar } from '../../platform/http/handlers.ts';
import { equalBytes, sha256 } from '../../platform/secrets.ts';
import { hashCode } from './loginCode.ts';
import { decrementTries, lockNewestCode, useCode } from './loginStore.ts';

type Verdict = 'right' | 'code_invalid' | 'code_expired';

/** Uses a code, once, that this browser requested for this address. Throws `code_expired` or `code_invalid`. */
export async function redeemCode(
  database: Database,
  input: { readonly email: string; readonly code: string },
  cookies: CookieJar,
): Promise<void> {
  const nonce = cookies.read('login');
  if (!nonce) throw new AppError('code_expired');
  const verdict = await tryCode(database, input, nonce);
  if (verdict !== 'right') throw new AppError(verdict);
}

/**
 * Checks the code and uses it if it is right. Counts the try first, so that concurrent tries all count and no connection
 * or lock is held during hashing.
 */
async function tryCode(
  database: Database,
  input: { readonly email: string; readonly code: string },
  nonce: string,
): Promise<Verdict> {
  const code = await database.repeatableTransaction(async (transaction) => {
    const newestCode = await lockNewestCode(transaction, input.email, sha256(nonce));
    if (!newestCode || newestCode.expired || newestCode.triesLeft <= 0) return undefined;
    await decrementTries(transaction, newestCode.id);
    return newestCode;
  });
  if (!code) return 'code_expired';
  if (!equalBytes(await hashCode(input.code, code.salt), code.codeHash)) return 'code_invalid';
  // Only one of two concurrent correct tries succeeds.
  const isUsed = await database.repeatableTransaction((transaction) => useCode(transaction, code.id, input.email));
  return isUsed ? 'right' : 'code_expired';
}
