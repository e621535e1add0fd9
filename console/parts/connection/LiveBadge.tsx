import './liveBadge.css';
import { useNow } from '../../api/useNow.ts';
import { Dot } from '../Dot.tsx';
import { formatAge, isStale } from './formatAge.ts';

/**
 * The age of the server's last message; it warns after ten seconds. `updatedAt`: the server's time in ms, undefined before
 * the first one.
 */
export function LiveBadge({ updatedAt }: { readonly updatedAt: number | undefined }) {
  const now = useNow();
  const state = updatedAt === undefined ? 'unknown' : isStale(updatedAt, now) ? 'warn' : 'good';
  return (
    <span className="live-badge" data-state={state}>
      <Dot state={state} />
      {updatedAt === undefined
        ? 'Connecting'
        : `${state === 'good' ? 'Live,' : 'Last update'} ${formatAge(now - updatedAt)} ago`}
    </span>
  );
}
