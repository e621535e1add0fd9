import { call } from '../../api/call.ts';
import { clearUserInfo } from './session.ts';

/** Ends the session on the server and in this browser; in this browser also if the server does not answer. */
export async function logOut(): Promise<void> {
  const ended = call('expAuth', {});
  clearUserInfo();
  await ended.catch(() => undefined);
}
