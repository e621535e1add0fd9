import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { getLoggedInUser, readEmail } from '../session/session.ts';

export type Account = { readonly email: string; readonly level: number };

/** Provides the logged-in account: first from the stored login, then from the server. */
export function useAccount(): Account {
  const { data } = useQuery({ queryKey: ['authInfo'], queryFn: ({ signal }) => call('authInfo', {}, { signal }) });
  return { email: data?.email ?? readEmail(), level: data?.kyc_level ?? getLoggedInUser()?.kyc_level ?? 0 };
}
