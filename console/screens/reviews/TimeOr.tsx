import { Time } from '../../parts/Time.tsx';

/** Moments are written as everywhere; everything else as the server says it. */
export function TimeOr({ text }: { readonly text: string }) {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? <Time iso={text} /> : <>{text}</>;
}
