import { queueSealedMail } from '../notification/mailOutboxStore.ts';
import { loginCodeMail } from '../notification/mailTexts.ts';
import type { MailWordsFor } from '../notification/mailWords.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import { AppError } from '../platform/http/appError.ts';
import type { Caller } from '../platform/http/handlers.ts';
import { clientOfAddress } from '../platform/http/rateLimits.ts';
import { type Keys, randomToken, sha256 } from '../platform/secrets.ts';
import { isPublicAddress } from '../region/publicAddress.ts';
import { knownBrowserLimits, strangerLimits } from './codeLimits.ts';
import { hasLoggedIn } from './deviceStore.ts';
import { CODE_LIFETIME_SECONDS, CODE_TRIES, hashCode, newCode, newSalt } from './loginCode.ts';
import { insertCode, lockSending, secondsUntilSendable } from './loginStore.ts';

export type SendCodeContext = {
  readonly database: Database;
  readonly operatorName: string;
  readonly mailWords: MailWordsFor;
  readonly keys: Pick<Keys, 'mailOutbox'>;
};

/** The same answer and the same work for known and unknown addresses: the mail leaves through the outbox. */
export async function sendCode(
  { database, operatorName, mailWords, keys }: SendCodeContext,
  email: string,
  caller: Caller,
): Promise<void> {
  const nonce = caller.cookies.read('login') ?? randomToken();
  const code = newCode();
  const salt = newSalt();
  const codeHash = await hashCode(code, salt);
  await database.transaction(async (transaction) => {
    const knownBrowser = await findKnownBrowser(transaction, email, caller);
    const subject = { email, client: clientOf(caller.address), knownBrowser };
    await lockSending(transaction, subject);
    const seconds = await secondsUntilSendable(
      transaction,
      subject,
      knownBrowser ? knownBrowserLimits : strangerLimits,
    );
    if (seconds > 0) throw new AppError('code_too_soon', { seconds });
    await insertCode(transaction, {
      ...subject,
      codeHash,
      salt,
      requestHash: sha256(nonce),
      tries: CODE_TRIES,
      lifetimeSeconds: CODE_LIFETIME_SECONDS,
    });
    await queueSealedMail(transaction, keys.mailOutbox, {
      id: `code:${randomToken()}`,
      recipient: email,
      ...loginCodeMail(mailWords(caller.locale), operatorName, code),
    });
  });
  caller.cookies.set('login', nonce, CODE_LIFETIME_SECONDS);
}

/** Asked of a browser that carries the cookie alone, so that a stranger's answer takes as long for every address. */
async function findKnownBrowser(
  transaction: Transaction,
  email: string,
  { cookies }: Pick<Caller, 'cookies'>,
): Promise<Buffer | null> {
  const device = cookies.read('device');
  if (device === undefined) return null;
  const deviceHash = sha256(device);
  return (await hasLoggedIn(transaction, email, deviceHash)) ? deviceHash : null;
}

/** A private address is a proxy's or this machine's: counting by it would lock everybody out at once. */
function clientOf(address: string): string {
  return isPublicAddress(address) ? clientOfAddress(address) : '';
}
