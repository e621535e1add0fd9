import { QueryClient, type QueryFilters } from '@tanstack/react-query';

/** What is on screen is told to be old by the stream of news; without it, nothing is older than this. */
const FRESH_MS = 30_000;

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: FRESH_MS, retry: 1 }, mutations: { retry: false } },
});

/**
 * Has what is on screen asked again. Where the first answer is still on its way, the library lets that one pass, though it may
 * be of before the change: there it is asked once more when that has come.
 */
export async function askAgain(filters: QueryFilters = {}): Promise<void> {
  const coming = queryClient
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await Promise.all([
    queryClient.invalidateQueries(filters),
    ...coming.map(async ({ promise, queryKey }) => {
      await promise?.catch(() => undefined);
      await queryClient.invalidateQueries({ queryKey, exact: true });
    }),
  ]);
}
