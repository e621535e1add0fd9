import { useEffect, useState } from 'react';
import { type SearchResults, searchByQuery } from './searchByQuery.tsx';

/** Delay after the last key before a search starts. */
const PAUSE_MS = 120;
const NO_RESULTS: SearchResults = { items: [] };

/** Returns the results for a query after it has not changed for a moment. */
export function useSearchResults(query: string): SearchResults & { readonly searching: boolean } {
  const [answer, setAnswer] = useState<{ readonly query: string; readonly finding: SearchResults }>();
  const wanted = query.trim();
  useEffect(() => {
    if (wanted === '') return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      searchByQuery(wanted, stop.signal).then(
        (finding) => !stop.signal.aborted && setAnswer({ query: wanted, finding }),
        () => !stop.signal.aborted && setAnswer({ query: wanted, finding: NO_RESULTS }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted]);
  const isAnswered = answer?.query === wanted;
  return { ...(isAnswered ? answer.finding : NO_RESULTS), searching: wanted !== '' && !isAnswered };
}
