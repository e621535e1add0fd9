import type { ConsoleCallData, ConsoleCallName, ConsoleCallRequest } from '@slipway/contract/consoleCalls.ts';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { consoleCall } from './consoleCall.ts';
import type { Topic } from './live.ts';

const AGAIN_MS = 10_000;

export type ConsoleQueryOptions<Data> = {
  /** Asked again when one of these has news: see {@link Topic}. */
  readonly topics?: readonly Topic[];
  /** Asked again when this order has news. */
  readonly orderNo?: string;
  readonly enabled?: boolean;
  /** Shows what was asked before until the answer to another request comes, as a list does whose filter changes. */
  readonly keeps?: boolean;
  /** Asked again every ten seconds while this is so: of what changes without news. */
  readonly againWhile?: (data: Data) => boolean;
};

/** What a screen shows of the server: fetched once, asked again when the stream of news says that it has changed. */
export function useConsoleQuery<Name extends ConsoleCallName>(
  name: Name,
  request: ConsoleCallRequest<Name>,
  { topics = [], orderNo, enabled = true, keeps = false, againWhile }: ConsoleQueryOptions<ConsoleCallData<Name>> = {},
): UseQueryResult<ConsoleCallData<Name>> {
  return useQuery({
    queryKey: [name, request],
    queryFn: ({ signal }) => consoleCall(name, request, signal),
    meta: { topics, orderNo },
    enabled,
    refetchInterval: ({ state }) =>
      againWhile !== undefined && state.data !== undefined && againWhile(state.data) && AGAIN_MS,
    ...(keeps && { placeholderData: keepPreviousData }),
  });
}
