import { useSecondsUntil } from '../../api/useSecondsUntil.ts';
import { QuoteCountdown } from '../../ui/QuoteCountdown.tsx';
import type { Checkout } from './nextStep.ts';

const WINDOW_SECONDS = 15 * 60;

/** The time left to pay. */
export function PaymentWindow({ checkout }: { readonly checkout: Checkout | undefined }) {
  const seconds = useSecondsUntil(checkout?.status === 'awaiting_payment' ? checkout.payBefore : null);
  if (seconds === null) return null;
  return <QuoteCountdown secondsLeft={seconds} totalSeconds={WINDOW_SECONDS} format="clock" pill />;
}
