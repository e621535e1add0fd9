import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { liveUser } from '../session/session.ts';

export type Account = { readonly email: string; readonly level: number };

/** Who is logged in: as of the login at first, then as the server has it now. */
export function useAccount(): Account {
  const stored = liveUser();
  const { data } = useQuery({ queryKey: ['authInfo'], queryFn: ({ signal }) => call('authInfo', {}, { signal }) });
  return { email: data?.email ?? stored?.email ?? '', level: data?.kyc_level ?? stored?.kyc_level ?? 0 };
}
