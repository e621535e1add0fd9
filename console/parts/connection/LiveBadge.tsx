import './liveBadge.css';
import { useNow } from '../../api/useNow.ts';
import { Dot } from '../Dot.tsx';
import { formatAge, isStale } from './formatAge.ts';

/**
 * The age of the server's last message; it warns after ten seconds. `heardAt`: the server's time in ms, undefined before
 * the first one.
 */
export function LiveBadge({ heardAt }: { readonly heardAt: number | undefined }) {
  const now = useNow();
  const state = heardAt === undefined ? 'unknown' : isStale(heardAt, now) ? 'warn' : 'good';
  return (
    <span className="live-badge" data-state={state}>
      <Dot state={state} />
      {heardAt === undefined
        ? 'Connecting'
        : `${state === 'good' ? 'Live,' : 'Last update'} ${formatAge(now - heardAt)} ago`}
    </span>
  );
}
