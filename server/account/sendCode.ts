import { queueSealedMail } from '../notification/mailOutboxStore.ts';
import { loginCodeMail } from '../notification/mailTexts.ts';
import type { MailWordsFor } from '../notification/mailWords.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/handlers.ts';
import { clientOfAddress } from '../platform/http/rateLimits.ts';
import { type Keys, randomToken, sha256 } from '../platform/secrets.ts';
import { isPublicAddress } from '../region/publicAddress.ts';
import { admitCode } from './admitCode.ts';
import { hasLoggedIn } from './deviceStore.ts';
import { CODE_LIFETIME_SECONDS, CODE_TRIES, hashCode, newCode, newSalt } from './loginCode.ts';
import { insertCode, lockSending } from './loginStore.ts';

export type SendCodeContext = {
  readonly database: Database;
  readonly operatorName: string;
  readonly mailWords: MailWordsFor;
  readonly keys: Pick<Keys, 'mailOutbox' | 'loginWork' | 'accountMark'>;
};

/** The same answer and the same work for known and unknown addresses: the mail leaves through the outbox. */
export async function sendCode(
  context: SendCodeContext,
  { email, work }: { readonly email: string; readonly work?: string | undefined },
  caller: Caller,
): Promise<void> {
  const { database, operatorName, mailWords, keys } = context;
  const knownBrowser = await findKnownBrowser(database, email, caller);
  const subject = { email, client: clientOf(caller.address), knownBrowser };
  // Before the slow hash: whoever is refused costs no more than these questions.
  const request = { subject, work, now: await database.now() };
  await admitCode(keys, database, request);
  const nonce = caller.cookies.read('login') ?? randomToken();
  const code = newCode();
  const salt = newSalt();
  const codeHash = await hashCode(code, salt);
  await database.repeatableTransaction(async (transaction) => {
    await lockSending(transaction, subject);
    const workHash = await admitCode(keys, transaction, request);
    await insertCode(transaction, {
      ...subject,
      workHash,
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
  database: Queryable,
  email: string,
  { cookies }: Pick<Caller, 'cookies'>,
): Promise<Buffer | null> {
  const device = cookies.read('device');
  if (device === undefined) return null;
  const deviceHash = sha256(device);
  return (await hasLoggedIn(database, email, deviceHash)) ? deviceHash : null;
}

/** A private address is a proxy's or this machine's: counting by it would lock everybody out at once. */
function clientOf(address: string): string {
  return isPublicAddress(address) ? clientOfAddress(address) : '';
}
