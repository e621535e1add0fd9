import { QueryClient, type QueryFilters } from '@tanstack/react-query';

/** News marks data on screen as stale; without news, it is stale after this time. */
const STALE_AFTER_MS = 30_000;

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: STALE_AFTER_MS, retry: 1 }, mutations: { retry: false } },
});

/**
 * Refetches what is on screen. A fetch in progress is never discarded: on a slow day answers take longer than the second
 * between two pieces of news, and the screen would show none of them. Its data may predate the change, so that it is repeated
 * when it has finished.
 */
export async function refetchShownData(filters: QueryFilters = {}): Promise<void> {
  const coming = queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  await Promise.all([
    invalidate(filters),
    ...coming.map(async ({ promise, queryKey }) => {
      await promise?.catch(() => undefined);
      await invalidate({ queryKey, exact: true });
    }),
  ]);
}

function invalidate(filters: QueryFilters): Promise<void> {
  return queryClient.invalidateQueries(filters, { cancelRefetch: false });
}
