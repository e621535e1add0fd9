import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { getLoggedInUser } from '../session/session.ts';

export type Account = { readonly email: string; readonly level: number };

/** Provides the logged-in account: first from the stored login, then from the server. */
export function useAccount(): Account {
  const stored = getLoggedInUser();
  const { data } = useQuery({ queryKey: ['authInfo'], queryFn: ({ signal }) => call('authInfo', {}, { signal }) });
  return { email: data?.email ?? stored?.email ?? '', level: data?.kyc_level ?? stored?.kyc_level ?? 0 };
}
