import { call } from '../../api/call.ts';
import { clearDraftWallet } from '../draft/draft.ts';
import { clearUserInfo } from './session.ts';

/** Ends the session on the server and in this browser; in this browser also if the server does not answer. */
export async function logOut(): Promise<void> {
  const ended = call('expAuth', {});
  clearUserInfo();
  // The next user of this browser must neither see the wallet nor have coins sent to it.
  clearDraftWallet();
  await ended.catch(() => undefined);
}
