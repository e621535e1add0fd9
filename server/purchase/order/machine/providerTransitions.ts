import { buildAlertTransitions, row, type Transition } from './transitions.ts';

/**
 * Transitions of an order that another provider fulfils. Its status follows the provider's reports; only an unpaid order
 * expires at our payment deadline. States may be skipped, and a failed or expired order may become active again. We capture,
 * buy, send and refund nothing.
 */
export const providerTransitions: readonly Transition[] = [
  row(['awaiting_payment', 'on_hold', 'failed', 'expired'], 'provider_paid', [], 'paid', []),
  row(['awaiting_payment', 'paid', 'on_hold', 'failed', 'expired'], 'provider_delivering', [], 'delivering', []),
  row(
    ['awaiting_payment', 'paid', 'delivering', 'on_hold', 'failed', 'expired'],
    'provider_delivered',
    [],
    'delivered',
    [],
  ),
  row(['awaiting_payment', 'paid', 'delivering', 'failed', 'expired'], 'provider_held', [], 'on_hold', []),
  row(['awaiting_payment', 'paid', 'delivering', 'on_hold', 'expired'], 'provider_failed', [], 'failed', []),
  row(['awaiting_payment', 'paid', 'on_hold'], 'provider_expired', [], 'expired', []),
  row(
    ['awaiting_payment', 'paid', 'delivering', 'on_hold', 'failed', 'expired'],
    'provider_refunded',
    [],
    'refunded',
    [],
  ),
  row('awaiting_payment', 'payment_window_closed', [], 'expired', []),

  // The provider contradicts its earlier report: an operator must ask why.
  ...buildAlertTransitions('delivered', ['provider_held', 'provider_failed'], 'same'),
  row('delivered', 'provider_refunded', [], 'refunded', ['alert_operator']),
  ...buildAlertTransitions('refunded', ['provider_delivered'], 'same'),
  row(['paid', 'delivering', 'on_hold'], 'step_overdue', [], 'same', ['alert_operator']),
];
