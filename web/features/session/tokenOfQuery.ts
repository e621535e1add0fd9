import { call } from '../../api/call.ts';
import { liveUser, storeUserInfo } from './session.ts';

const PARAMETER = 'authToken';

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
    if (!liveUser()) {
      const request = { authToken };
      storeUserInfo(await call('authInfo', request, { navigational: true }));
    }
  } finally {
    history.replaceState(history.state, '', address);
  }
}
