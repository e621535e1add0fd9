import { useNowAs } from '../api/useNow.ts';
import { timeWords } from './timeWords.ts';

/** Made once: making one takes longer than what it writes. */
const OWN_ZONE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium' });

/** A moment in UTC, in the reader's own zone on hover. */
export function Time({ iso }: { readonly iso: string }) {
  const words = useNowAs((now) => timeWords(iso, now));
  return (
    <time className="num" dateTime={iso} title={`${OWN_ZONE.format(new Date(iso))} in your zone`}>
      {words}
    </time>
  );
}
