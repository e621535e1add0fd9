import type {
  PartnerPageCallData,
  PartnerPageCallName,
  PartnerPageCallRequest,
} from '@slipway/contract/partnerPageCalls.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { CallError, postCall } from '../../api/postCall.ts';

const PATH = '/gateway/partner-pages';

let loggedOutListener: () => void = () => undefined;

/** Sets the listener that is called if the server refuses a call because the session has ended. */
export function setLoggedOutListener(listener: () => void): void {
  loggedOutListener = listener;
}

/** Calls the server and returns its data. Throws {@link CallError}, or an AbortError if `signal` is aborted. */
export async function memberCall<Name extends PartnerPageCallName>(
  name: Name,
  request: PartnerPageCallRequest<Name>,
  signal?: AbortSignal,
): Promise<PartnerPageCallData<Name>> {
  try {
    const unanswered = 'The server did not respond. Check your connection and try again.';
    return (await postCall({ path: `${PATH}/${name}`, request, signal, unanswered })) as PartnerPageCallData<Name>;
  } catch (error) {
    if (error instanceof CallError && error.key === 'member_logged_out') loggedOutListener();
    throw error;
  }
}

/** Returns server data for a screen. */
export function useMemberQuery<Name extends PartnerPageCallName>(
  name: Name,
  request: PartnerPageCallRequest<Name>,
): UseQueryResult<PartnerPageCallData<Name>> {
  return useQuery({ queryKey: [name, request], queryFn: ({ signal }) => memberCall(name, request, signal) });
}

/** Returns what a table shows if its data could not be loaded, otherwise undefined. */
export function describeFailure({ isError, error, refetch }: Pick<UseQueryResult, 'isError' | 'error' | 'refetch'>) {
  return isError && error ? { message: error.message, onRetry: () => void refetch() } : undefined;
}
