import { useNow } from '../api/useNow.ts';
import { timeWords } from './timeWords.ts';

/** A moment in UTC, in the reader's own zone on hover. */
export function Time({ iso }: { readonly iso: string }) {
  const now = useNow();
  return (
    <time className="num" dateTime={iso} title={`${new Date(iso).toLocaleString('en-GB')} in your zone`}>
      {timeWords(iso, now)}
    </time>
  );
}
