import { Time } from '../../parts/time/Time.tsx';

/** Formats a time as everywhere; other text is unchanged. */
export function TimeOrText({ text }: { readonly text: string }) {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? <Time iso={text} /> : <>{text}</>;
}
