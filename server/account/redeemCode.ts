import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/http/appError.ts';
import type { CookieJar } from '../platform/http/handlers.ts';
import { equalBytes, sha256 } from '../platform/secrets.ts';
import { hashCode } from './loginCode.ts';
import { countTry, takeCode, useCodes } from './loginStore.ts';

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

/** A wrong try is counted even though the call is refused. */
async function judgeCode(
  database: Database,
  input: { readonly email: string; readonly code: string },
  nonce: string,
): Promise<Verdict> {
  return database.repeatableTransaction(async (transaction) => {
    const code = await takeCode(transaction, input.email, sha256(nonce));
    if (!code || code.expired || code.triesLeft <= 0) return 'code_expired';
    await countTry(transaction, code.id);
    const right = equalBytes(await hashCode(input.code, code.salt), code.codeHash);
    if (!right) return 'code_invalid';
    // The row is still locked: of two tries at the same moment only one succeeds.
    await useCodes(transaction, input.email);
    return 'right';
  });
}
