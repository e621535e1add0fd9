import { QueryClient } from '@tanstack/react-query';

/** What is on screen is told to be old by the stream of news; without it, nothing is older than this. */
const FRESH_MS = 30_000;

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: FRESH_MS, retry: 1 }, mutations: { retry: false } },
});
