import { call } from '../../api/call.ts';
import { clearUserInfo, liveUser, storeUserInfo } from './session.ts';

const PARAMETER = 'authToken';
const TOKEN_LIFE_SECONDS = 60;

/**
 * A partner's server may have opened the page with a token of one use: it is swapped for a session before any other
 * request, and is gone from the address bar then. Throws CallError when the token is no good.
 */
export async function takeTokenOfQuery(): Promise<void> {
  const address = new URL(location.href);
  const authToken = address.searchParams.get(PARAMETER);
  if (authToken === null) return;
  address.searchParams.delete(PARAMETER);
  try {
    if (!liveUser()) await swap(authToken);
  } finally {
    history.replaceState(history.state, '', address);
  }
}

/** Exchanges a link's token for a session; until then it is stored as if it were one. */
async function swap(authToken: string): Promise<void> {
  storeUserInfo({ authToken, expTime: Math.floor(Date.now() / 1000) + TOKEN_LIFE_SECONDS, kyc_level: 0 });
  try {
    storeUserInfo(await call('authInfo', {}, { navigational: true }));
  } catch (error) {
    clearUserInfo();
    throw error;
  }
}
