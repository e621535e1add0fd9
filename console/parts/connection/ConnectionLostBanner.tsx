import './lostLine.css';
import CloudOff from 'lucide-react/icons/cloud-off';
import { useNow } from '../../api/useNow.ts';
import { Button } from '../Button.tsx';
import { formatClockTime } from '../time/formatUtcTime.ts';
import { formatAge } from './formatAge.ts';

type ConnectionLostBannerProps = {
  /** Time of the server's last message, in ms of its time. */
  readonly updatedAt: number;
  readonly onRetry: () => void;
};

/** Shown on every page while the server is unreachable: data is stale, clocks continue. */
export function ConnectionLostBanner({ updatedAt, onRetry }: ConnectionLostBannerProps) {
  const now = useNow();
  return (
    <output className="lost-line">
      <CloudOff size={16} strokeWidth={2.1} aria-hidden="true" />
      <span>
        <b>Disconnected since {formatClockTime(new Date(updatedAt), true)}.</b> Data may be out of date{' '}
        <span aria-hidden="true">(last update {formatAge(now - updatedAt)} ago)</span>. Deadlines keep running. Actions
        ask for confirmation.
      </span>
      <Button size="small" onClick={onRetry}>
        Retry
      </Button>
    </output>
  );
}
