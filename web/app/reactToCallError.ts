import { navigate } from 'wouter/use-browser-location';
import type { CallOptions } from '../api/call.ts';
import type { CallError } from '../api/callError.ts';
import { errorReactions } from '../api/errorReactions.ts';
import { expireUserInfo, rememberLoginReturn } from '../features/session/session.ts';
import { errorText } from '../i18n/errorText.ts';
import { showToast } from '../ui/toastStore.ts';

/** Applies the reaction to an error from `errorReactions`. Returns true if the buyer was sent to another page. */
export function reactToCallError(error: CallError, options: CallOptions): boolean {
  const reaction = errorReactions[error.respCode];
  if (!reaction || (reaction.navigationalOnly && !options.navigational)) return false;
  if (reaction.onlineOnly && !navigator.onLine) return false;
  if (reaction.endsSession) {
    // With a valid token the login page would redirect straight back here.
    expireUserInfo();
    rememberLoginReturn(location.pathname + location.search);
    showToast(error.respMessage || errorText(error), 'info');
  }
  navigate(reaction.page, { replace: reaction.endsSession === true });
  return true;
}
