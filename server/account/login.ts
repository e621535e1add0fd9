import { queueMail } from '../notification/mailOutboxStore.ts';
import { loginCodeMail } from '../notification/mailTexts.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/http/appError.ts';
import type { Caller } from '../platform/http/handlers.ts';
import { equalBytes, randomToken, sha256 } from '../platform/secrets.ts';
import { type Buyer, findOrCreateBuyer } from './buyerStore.ts';
import { CODE_LIFETIME_SECONDS, CODE_TRIES, hashCode, newCode, newSalt, RESEND_SECONDS } from './loginCode.ts';
import { codesSent, countTry, insertCode, takeCode, useCodes } from './loginStore.ts';
import { insertSession, LONGEST_SECONDS } from './sessionStore.ts';

export type LoginContext = {
  readonly database: Database;
  readonly operatorName: string;
  /** A login takes over what the same browser ordered as a guest. */
  readonly claimGuestOrders: (database: Database, guestHash: Buffer, buyerId: string) => Promise<void>;
};

const MOST_PER_HOUR = 5;
const MOST_PER_DAY = 20;
const HOUR_SECONDS = 3600;

/** The same answer and the same work for known and unknown addresses: the mail leaves through the outbox. */
export async function sendCode({ database, operatorName }: LoginContext, email: string, caller: Caller): Promise<void> {
  const nonce = caller.cookies.read('login') ?? randomToken();
  const code = newCode();
  const salt = newSalt();
  const codeHash = await hashCode(code, salt);
  await database.transaction(async (transaction) => {
    const sent = await codesSent(transaction, email);
    const wait = waitSeconds(sent);
    if (wait > 0) throw new AppError('code_too_soon', { seconds: wait });
    await insertCode(transaction, {
      email,
      codeHash,
      salt,
      requestHash: sha256(nonce),
      tries: CODE_TRIES,
      lifetimeSeconds: CODE_LIFETIME_SECONDS,
    });
    await queueMail(transaction, {
      id: `code:${randomToken()}`,
      recipient: email,
      ...loginCodeMail(caller.locale, operatorName, code),
    });
  });
  caller.cookies.set('login', nonce, CODE_LIFETIME_SECONDS);
}

function waitSeconds(sent: Awaited<ReturnType<typeof codesSent>>): number {
  if (sent.lastDay >= MOST_PER_DAY || sent.lastHour >= MOST_PER_HOUR) return HOUR_SECONDS;
  if (sent.secondsSinceLast === null) return 0;
  return Math.max(0, Math.ceil(RESEND_SECONDS - sent.secondsSinceLast));
}

export type OpenedSession = { readonly authToken: string; readonly expiresAt: Date; readonly buyer: Buyer };

/** Trades a code for a session: a token for scripts and a cookie that they cannot read; neither opens anything alone. */
export async function login(
  context: LoginContext,
  input: { readonly email: string; readonly code: string },
  caller: Caller,
): Promise<OpenedSession> {
  const nonce = caller.cookies.read('login');
  if (!nonce) throw new AppError('code_expired');
  const verdict = await judgeCode(context.database, input, nonce);
  if (verdict !== 'right') throw new AppError(verdict);

  const authToken = randomToken(32);
  const cookie = randomToken(32);
  const opened = await context.database.transaction(async (transaction) => {
    await useCodes(transaction, input.email);
    const buyer = await findOrCreateBuyer(transaction, {
      id: `buyer_${randomToken()}`,
      email: input.email,
      verifierReference: `applicant_${randomToken()}`,
    });
    const expiresAt = await insertSession(transaction, {
      buyerId: buyer.id,
      tokenHash: sha256(authToken),
      cookieHash: sha256(cookie),
    });
    return { authToken, expiresAt, buyer };
  });
  if (caller.guestHash) await context.claimGuestOrders(context.database, caller.guestHash, opened.buyer.id);
  caller.cookies.set('session', cookie, LONGEST_SECONDS);
  caller.cookies.clear('login');
  return opened;
}

/** A wrong try is counted even though the call is refused. */
async function judgeCode(
  database: Database,
  input: { email: string; code: string },
  nonce: string,
): Promise<'right' | 'code_invalid' | 'code_expired'> {
  return database.transaction(async (transaction) => {
    const code = await takeCode(transaction, input.email, sha256(nonce));
    if (!code || code.expired || code.triesLeft <= 0) return 'code_expired';
    await countTry(transaction, code.id);
    const right = equalBytes(await hashCode(input.code, code.salt), code.codeHash);
    return right ? 'right' : 'code_invalid';
  });
}
