import { QueryClient, type QueryFilters } from '@tanstack/react-query';

/** Live updates mark data as stale; without an update, it is stale after this time. */
const STALE_AFTER_MS = 30_000;

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: STALE_AFTER_MS, retry: 1 }, mutations: { retry: false } },
});

/**
 * Refetches the matching data that is on screen, and marks other matching data as stale. A pending fetch is never discarded: if
 * responses take longer than the second between two live updates, no fetch would ever complete. The data of a pending fetch may
 * predate the change, so the fetch is repeated after it has completed.
 */
export async function refetchShownData(filters: QueryFilters = {}): Promise<void> {
  const pendingQueries = queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  await Promise.all([
    invalidate(filters),
    ...pendingQueries.map(async ({ promise, queryKey }) => {
      await promise?.catch(() => undefined);
      await invalidate({ queryKey, exact: true });
    }),
  ]);
}

function invalidate(filters: QueryFilters): Promise<void> {
  return queryClient.invalidateQueries(filters, { cancelRefetch: false });
}
