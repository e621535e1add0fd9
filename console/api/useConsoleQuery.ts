import type { ConsoleCallData, ConsoleCallName, ConsoleCallRequest } from '@slipway/contract/consoleCalls.ts';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { consoleCall } from './consoleCall.ts';
import type { LiveTopic } from './live.ts';

const REFETCH_INTERVAL_MS = 10_000;

export type ConsoleQueryOptions<Data> = {
  /** Refetched on a live update with one of these topics. */
  readonly topics?: readonly LiveTopic[];
  /** Refetched on a live update of this order. */
  readonly orderNo?: string;
  readonly enabled?: boolean;
  /** Shows the previous data until the answer to a new request arrives, as for a list whose filter changes. */
  readonly keepsPrevious?: boolean;
  /** Refetched every ten seconds while this returns true, for data that changes without a live update. */
  readonly refetchesWhile?: (data: Data) => boolean;
};

/** Returns server data for a screen, refetched on the live updates that the options name. */
export function useConsoleQuery<Name extends ConsoleCallName>(
  name: Name,
  request: ConsoleCallRequest<Name>,
  {
    topics = [],
    orderNo,
    enabled = true,
    keepsPrevious = false,
    refetchesWhile,
  }: ConsoleQueryOptions<ConsoleCallData<Name>> = {},
): UseQueryResult<ConsoleCallData<Name>> {
  return useQuery({
    queryKey: [name, request],
    queryFn: ({ signal }) => consoleCall(name, request, signal),
    meta: { topics, orderNo },
    enabled,
    refetchInterval: ({ state }) =>
      refetchesWhile !== undefined && state.data !== undefined && refetchesWhile(state.data) && REFETCH_INTERVAL_MS,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  });
}
