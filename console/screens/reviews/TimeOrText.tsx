import { Time } from '../../parts/time/Time.tsx';

/** Shows an ISO time with {@link Time}, and any other text unchanged. */
export function TimeOrText({ text }: { readonly text: string }) {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? <Time iso={text} /> : <>{text}</>;
}
