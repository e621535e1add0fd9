import './liveBadge.css';
import { useNow } from '../api/useNow.ts';
import { ageWords, isStale } from './ageWords.ts';
import { Dot } from './Dot.tsx';

/** How old the last word of the server is; it warns after ten seconds. `heardAt`: the server's time in ms, undefined before it. */
export function LiveBadge({ heardAt }: { readonly heardAt: number | undefined }) {
  const now = useNow();
  const state = heardAt === undefined ? 'unknown' : isStale(heardAt, now) ? 'warn' : 'good';
  return (
    <span className="live-badge" data-state={state}>
      <Dot state={state} />
      {heardAt === undefined
        ? 'Connecting'
        : `${state === 'good' ? 'Live' : 'No word'}, ${ageWords(now - heardAt)} ago`}
    </span>
  );
}
