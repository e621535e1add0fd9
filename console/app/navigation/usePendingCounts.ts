import { useEffect } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { updateFrame } from '../frameState.ts';

/** Keeps the pending counts of the sections, and the number of unread mentions, current. */
export function usePendingCounts(): void {
  const { data } = useConsoleQuery('counts', {}, { topics: ['orders', 'requests', 'alerts', 'differences', 'notes'] });
  useEffect(() => {
    if (!data) return;
    updateFrame({
      mentions: data.mentions,
      waiting: {
        today: { count: data.today, tone: data.halted ? 'bad' : 'warn' },
        reviews: { count: data.reviews, tone: 'plain' },
        treasury: { count: data.treasury, tone: 'plain' },
        reconciliation: { count: data.reconciliation, tone: 'bad' },
        people: { count: data.requests, tone: 'plain' },
      },
    });
  }, [data]);
}
