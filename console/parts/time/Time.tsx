import { useNowSelector } from '../../api/useNow.ts';
import { formatUtcTime } from './formatUtcTime.ts';

/** Created once, because creating one takes longer than formatting. */
const OWN_ZONE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium' });

/** A time in UTC, with the reader's own time zone on hover. */
export function Time({ iso }: { readonly iso: string }) {
  const formattedTime = useNowSelector((now) => formatUtcTime(iso, now));
  return (
    <time className="num" dateTime={iso} title={`${OWN_ZONE.format(new Date(iso))} in your time zone`}>
      {formattedTime}
    </time>
  );
}
