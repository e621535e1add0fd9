import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { currentConnection, subscribeToConnection } from '../api/connection.ts';

// What our own calls learn of the connection counts, not the browser's word alone.
onlineManager.setEventListener((setOnline) => subscribeToConnection(() => setOnline(currentConnection() === 'good')));

const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: 1, refetchOnWindowFocus: false, refetchOnReconnect: true, networkMode: 'always' },
  },
});

/** Around every screen but the first; one cache for the whole visit. */
export function Queries({ children }: { readonly children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
