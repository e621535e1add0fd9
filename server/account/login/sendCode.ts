import { queueSealedMail } from '../../notification/mailOutboxStore.ts';
import { buildLoginCodeMail } from '../../notification/mailTexts.ts';
import type { MailTranslationSource } from '../../notification/mailTranslations.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/handlers.ts';
import { toRateLimitClient } from '../../platform/http/limits/rateLimits.ts';
import { type Keys, randomToken, sha256 } from '../../platform/secrets.ts';
import { isPublicAddress } from '../../region/publicAddress.ts';
import { hasLoggedIn } from './deviceStore.ts';
import { CODE_LIFETIME_SECONDS, CODE_TRIES, generateCode, generateSalt, hashCode } from './loginCode.ts';
import { insertCode, lockCodeRequests } from './loginStore.ts';
import { requireCodeAllowed } from './requireCodeAllowed.ts';

export type SendCodeContext = {
  readonly database: Database;
  readonly operatorName: string;
  readonly mailTranslations: MailTranslationSource;
  readonly keys: Pick<Keys, 'mailOutbox' | 'loginWork' | 'accountMark'>;
};

/** Sends a login code. Neither the answer nor its time reveals whether the address is known: the email is only queued here. */
export async function sendCode(
  context: SendCodeContext,
  { email, work }: { readonly email: string; readonly work?: string | undefined },
  caller: Caller,
): Promise<void> {
  const { database, operatorName, mailTranslations, keys } = context;
  const knownBrowser = await findKnownBrowser(database, email, caller);
  const subject = { email, client: normalizeClient(caller.address), knownBrowser };
  // Before the slow hash, so that a refused call costs no more than these queries.
  const request = { subject, work, now: await database.now() };
  await requireCodeAllowed(keys, database, request);
  const nonce = caller.cookies.read('login') ?? randomToken();
  const code = generateCode();
  const salt = generateSalt();
  const codeHash = await hashCode(code, salt);
  await database.repeatableTransaction(async (transaction) => {
    await lockCodeRequests(transaction, subject);
    const workHash = await requireCodeAllowed(keys, transaction, request);
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
      ...buildLoginCodeMail(mailTranslations(caller.locale), operatorName, code),
    });
  });
  caller.cookies.set('login', nonce, CODE_LIFETIME_SECONDS);
}

/**
 * Returns the hash of the browser's device cookie if this browser has logged in to the address before, else null.
 * Queries only if the browser has the cookie, so that an unknown browser's answer takes equally long for every address.
 */
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

/** Returns '' for a private address, which is a proxy's or this machine's: counting by it would lock out all buyers at once. */
function normalizeClient(address: string): string {
  return isPublicAddress(address) ? toRateLimitClient(address) : '';
}
