import { useEffect, useState } from 'react';
import { type Finding, findByQuery } from './findByQuery.tsx';

/** While a word is being typed, nobody is asked. */
const PAUSE_MS = 120;
const NOTHING: Finding = { items: [] };

/** What is found for a query, after a moment in which it has not changed. */
export function useFound(query: string): Finding & { readonly searching: boolean } {
  const [answer, setAnswer] = useState<{ readonly query: string; readonly finding: Finding }>();
  const wanted = query.trim();
  useEffect(() => {
    if (wanted === '') return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      findByQuery(wanted, stop.signal).then(
        (finding) => !stop.signal.aborted && setAnswer({ query: wanted, finding }),
        () => !stop.signal.aborted && setAnswer({ query: wanted, finding: NOTHING }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted]);
  const isAnswered = answer?.query === wanted;
  return { ...(isAnswered ? answer.finding : NOTHING), searching: wanted !== '' && !isAnswered };
}
