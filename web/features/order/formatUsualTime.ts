import { text } from '../../i18n/text.ts';

/** Formats how long a step usually takes, rounded up: to minutes, from two hours on to hours. Null if it is not known. */
export function formatUsualTime(seconds: number | null): string | null {
  if (seconds === null) return null;
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes < 120
    ? text('order.usually', { minutes })
    : text('order.usually_hours', { hours: Math.ceil(minutes / 60) });
}
