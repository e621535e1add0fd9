import type { CallName } from '@slipway/contract/calls.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/handlers.ts';
import { toRateLimitClient } from '../../platform/http/limits/rateLimits.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import { recordLogin } from './accessLogStore.ts';
import { parseUserAgent } from './parseUserAgent.ts';
import { endPreviousSession, insertSession } from './sessionStore.ts';

export type StartedSession = {
  /** Readable by scripts. */
  readonly authToken: string;
  /** The cookie's value, to be set after the transaction. A session needs both the token and the cookie. */
  readonly cookie: string;
  readonly expiresAt: Date;
};

/** Opens a session for the caller, ends the previous session of the browser, and writes the access log. */
export async function startSession(
  transaction: Transaction,
  { buyerId, call, isProved }: { readonly buyerId: string; readonly call: CallName; readonly isProved: boolean },
  caller: Pick<Caller, 'cookies' | 'userAgent' | 'address' | 'country' | 'isCountryKnown'>,
): Promise<StartedSession> {
  const { cookies, userAgent, address } = caller;
  const country = caller.isCountryKnown ? caller.country : '';
  const authToken = randomToken(32);
  const cookie = randomToken(32);
  const device = parseUserAgent(userAgent);
  await endPreviousSession(transaction, cookies);
  const hashes = { tokenHash: sha256(authToken), cookieHash: sha256(cookie) };
  const expiresAt = await insertSession(transaction, { ...device, ...hashes, buyerId, country, isProved });
  await recordLogin(transaction, { ...device, call, buyerId, country, client: toRateLimitClient(address) });
  return { authToken, cookie, expiresAt };
}
