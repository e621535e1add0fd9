import type { CallData } from '@slipway/contract/calls.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { showToast } from '../../ui/toastStore.ts';
import { addPasskey } from '../passkeys/passkey.ts';
import { showPasskeyFault } from '../passkeys/passkeyFault.ts';

type Lists = CallData<'sessionList'>;
export type ListedSession = Lists['sessions'][number];
export type ListedPasskey = Lists['passkeys'][number];
export type ListedLogin = Lists['logins'][number];

const SESSIONS_KEY = ['sessionList'];

export function useSessions() {
  return useQuery({ queryKey: SESSIONS_KEY, queryFn: ({ signal }) => call('sessionList', {}, { signal }) });
}

/** Ends one session or all others and shows the result. Rethrows errors after showing them. */
export function useEndSessions(): (which: ListedSession | 'others') => Promise<void> {
  const queries = useQueryClient();
  return async (which) => {
    try {
      if (which === 'others') await call('endOtherSessions', {});
      else await call('endSession', { sessionId: which.sessionId });
    } catch (failure) {
      if (!(failure instanceof CallError && failure.handled)) showToast(errorText(failure), 'info');
      throw failure;
    }
    await queries.cancelQueries({ queryKey: SESSIONS_KEY });
    queries.setQueryData<Lists>(
      SESSIONS_KEY,
      (lists) => lists && { ...lists, sessions: filterRemaining(lists.sessions, which) },
    );
    showToast(text(which === 'others' ? 'sessions.ended_others' : 'sessions.ended'));
  };
}

function filterRemaining(sessions: readonly ListedSession[], which: ListedSession | 'others'): ListedSession[] {
  return sessions.filter((session) => (which === 'others' ? session.current : session.sessionId !== which.sessionId));
}

/** Creates a passkey for the account and shows the result. */
export function useAddPasskey(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    try {
      await addPasskey();
      showToast(text('passkeys.added'));
      await queries.invalidateQueries({ queryKey: SESSIONS_KEY });
    } catch (failure) {
      showPasskeyFault(failure, 'passkeys.not_added');
    }
  };
}

/** Removes a passkey and shows the result. Rethrows errors after showing them. */
export function useRemovePasskey(): (passkey: ListedPasskey) => Promise<void> {
  const queries = useQueryClient();
  return async ({ passkeyId }) => {
    try {
      await call('delPasskey', { passkeyId });
    } catch (failure) {
      if (!(failure instanceof CallError && failure.handled)) showToast(errorText(failure), 'info');
      throw failure;
    }
    await queries.cancelQueries({ queryKey: SESSIONS_KEY });
    queries.setQueryData<Lists>(
      SESSIONS_KEY,
      (lists) => lists && { ...lists, passkeys: lists.passkeys.filter((passkey) => passkey.passkeyId !== passkeyId) },
    );
    showToast(text('passkeys.removed'));
  };
}
