import type { CallName } from '@slipway/contract/calls.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/handlers.ts';
import { clientOfAddress } from '../platform/http/rateLimits.ts';
import { randomToken, sha256 } from '../platform/secrets.ts';
import { recordLogin } from './accessLogStore.ts';
import { deviceWords } from './deviceWords.ts';
import { endCarriedSession, insertSession } from './sessionStore.ts';

export type StartedSession = {
  /** For scripts. */
  readonly authToken: string;
  /** For the cookie, to be set once the transaction has ended; neither opens anything alone. */
  readonly cookie: string;
  readonly expiresAt: Date;
};

/** The caller's new session, in place of one that the browser carried, and its line of the access log. */
export async function startSession(
  transaction: Transaction,
  { buyerId, call, isProved }: { readonly buyerId: string; readonly call: CallName; readonly isProved: boolean },
  caller: Pick<Caller, 'cookies' | 'userAgent' | 'address' | 'country' | 'isPlaced'>,
): Promise<StartedSession> {
  const { cookies, userAgent, address } = caller;
  const country = caller.isPlaced ? caller.country : '';
  const authToken = randomToken(32);
  const cookie = randomToken(32);
  const words = deviceWords(userAgent);
  await endCarriedSession(transaction, cookies);
  const hashes = { tokenHash: sha256(authToken), cookieHash: sha256(cookie) };
  const expiresAt = await insertSession(transaction, { ...words, ...hashes, buyerId, country, isProved });
  await recordLogin(transaction, { ...words, call, buyerId, country, client: clientOfAddress(address) });
  return { authToken, cookie, expiresAt };
}
