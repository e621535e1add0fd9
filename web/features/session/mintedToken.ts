import { parsedUrl } from '@slipway/contract/parsedUrl.ts';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';
import { clearUserInfo, liveUser, storeUserInfo } from './session.ts';

const TOKEN_LIFE_SECONDS = 60;

/**
 * Trades a token that a partner's server has minted for a session. Whoever is logged in stays: nobody is put into another
 * account by a link. A token that is no good leaves the buyer to log in.
 */
export async function takeAuthToken(authToken: string): Promise<void> {
  if (liveUser()) return;
  // Until it is traded it goes with the call as if it were a session's.
  storeUserInfo({ authToken, expTime: Math.floor(Date.now() / 1000) + TOKEN_LIFE_SECONDS, kyc_level: 0 });
  try {
    const origin = parsedUrl(document.referrer)?.origin ?? '';
    storeUserInfo(await call('authInfo', { origin }, { navigational: true }));
  } catch (error) {
    clearUserInfo();
    if (!(error instanceof CallError)) throw error;
  }
}
