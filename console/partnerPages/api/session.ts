import type { PartnerPageCallData } from '@slipway/contract/partnerPageCalls.ts';
import { useSyncExternalStore } from 'react';
import { queryClient } from '../../api/queryClient.ts';
import { memberCall, setLoggedOutListener } from './memberCall.ts';

type Start = PartnerPageCallData<'start'>;

/**
 * The login as last loaded. `asking`: not loaded yet; `unreachable`: the server did not answer; `out`: no one is logged in;
 * `in`: with the member and their partner.
 */
export type Session =
  | { readonly state: 'asking' | 'unreachable' }
  | ({ readonly state: 'out' } & Pick<Start, 'operatorName' | 'mode'>)
  | ({ readonly state: 'in' } & {
      readonly [Field in keyof Start]: NonNullable<Start[Field]>;
    });

let session: Session = { state: 'asking' };
const listeners = new Set<() => void>();

function update(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session);
}

/** Returns the session, for screens that are shown only after login. Throws if no one is logged in. */
export function useLoggedInSession(): Session & { readonly state: 'in' } {
  const current = useSession();
  if (current.state !== 'in') throw new Error('no one is logged in');
  return current;
}

/** Loads the session, at the start, after login and after the session ended. */
export async function loadSession(): Promise<void> {
  try {
    const { member, partner, operatorName, mode } = await memberCall('start', {});
    if (member && partner) update({ state: 'in', member, partner, operatorName, mode });
    else {
      // The next person must not see what was read before.
      queryClient.clear();
      update({ state: 'out', operatorName, mode });
    }
  } catch {
    update({ state: 'unreachable' });
  }
}

export async function logOut(): Promise<void> {
  await memberCall('logOut', {});
  await loadSession();
}

setLoggedOutListener(() => void loadSession());
