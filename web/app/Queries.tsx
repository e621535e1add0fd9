import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { presentLine, subscribeToLine } from '../api/line.ts';

// What our own calls tell of the line counts, not the browser's word alone.
onlineManager.setEventListener((setOnline) => subscribeToLine(() => setOnline(presentLine() === 'good')));

const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: 1, refetchOnWindowFocus: false, refetchOnReconnect: true, networkMode: 'always' },
  },
});

/** Around every screen but the first; one cache for the whole visit. */
export function Queries({ children }: { readonly children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
