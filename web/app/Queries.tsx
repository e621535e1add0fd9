import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getConnection, subscribeToConnection } from '../api/connection.ts';

// TanStack Query uses the connection state of our own calls and not only the browser's.
onlineManager.setEventListener((setOnline) => subscribeToConnection(() => setOnline(getConnection() === 'good')));

const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: 1, refetchOnWindowFocus: false, refetchOnReconnect: true, networkMode: 'always' },
  },
});

/** Wraps all screens except the first; one cache for the whole visit. */
export function Queries({ children }: { readonly children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
