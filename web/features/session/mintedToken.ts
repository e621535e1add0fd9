import { parseUrl } from '@slipway/contract/parseUrl.ts';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';
import { clearUserInfo, getLoggedInUser, storeLogin, storeUserInfo } from './session.ts';

const TOKEN_LIFETIME_SECONDS = 60;

/**
 * Exchanges a token minted by a partner's server for a session. A buyer who is already logged in keeps that session: a
 * link must not switch accounts. With an invalid token the buyer has to log in.
 */
export async function exchangeMintedToken(authToken: string): Promise<void> {
  if (getLoggedInUser()) return;
  // Until it is exchanged, the token is sent with the call like a session token.
  storeUserInfo({ authToken, expTime: Math.floor(Date.now() / 1000) + TOKEN_LIFETIME_SECONDS, kyc_level: 0 });
  try {
    const origin = parseUrl(document.referrer)?.origin ?? '';
    storeLogin(await call('authInfo', { origin }, { navigational: true }));
  } catch (error) {
    clearUserInfo();
    if (!(error instanceof CallError)) throw error;
  }
}
