import { useSecondsUntil } from '../../api/useSecondsUntil.ts';
import { QuoteCountdown } from '../../ui/progress/QuoteCountdown.tsx';
import type { Checkout } from './checkoutStep.ts';

const WINDOW_SECONDS = 15 * 60;

/** Shows the time left to pay an order by card. */
export function PaymentWindow({ checkout }: { readonly checkout: Checkout | undefined }) {
  return <PaymentCountdown payBefore={checkout?.status === 'awaiting_payment' ? checkout.payBefore : null} />;
}

/** Renders nothing without a limit or after it has passed; the page then shows that the time is over. */
export function PaymentCountdown({ payBefore }: { readonly payBefore: number | null }) {
  const seconds = useSecondsUntil(payBefore);
  if (seconds === null || seconds === 0) return null;
  return <QuoteCountdown secondsLeft={seconds} totalSeconds={WINDOW_SECONDS} format="clock" pill />;
}
