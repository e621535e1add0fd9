import { alerting, row, type Transition } from './transitions.ts';

/**
 * The machine of an order that another provider fulfils. The provider's word moves it, steps may be skipped, and what had
 * failed or run out may come to life again; nothing of ours is taken, bought, sent or given back.
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

  // It takes back what it said: somebody has to ask it why.
  ...alerting('delivered', ['provider_held', 'provider_failed'], 'same'),
  row('delivered', 'provider_refunded', [], 'refunded', ['alert_operator']),
  ...alerting('refunded', ['provider_delivered'], 'same'),
  row(['paid', 'delivering', 'on_hold'], 'step_overdue', [], 'same', ['alert_operator']),
];
