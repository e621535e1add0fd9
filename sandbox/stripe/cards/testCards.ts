import { COUNTRY_CARDS } from './countryCards.ts';

export type Decline = { readonly code: string; readonly declineCode?: string; readonly message: string };

/** Behaviour of one of Stripe's published test cards (docs.stripe.com/testing). */
export type TestCard = {
  readonly number: string;
  readonly brand: string;
  /** Issuing country, ISO 3166; by default the United States, as for all of Stripe's basic cards. */
  readonly country?: string;
  /** The part of `pm_card_…` by which the test helpers identify the card. */
  readonly helper?: string;
  readonly label: string;
  readonly authentication?: 'required';
  readonly decline?: Decline;
  readonly afterCapture?: 'dispute' | 'product_dispute' | 'inquiry' | 'disputes' | 'fraud_warning';
  readonly refund?: 'settles_later' | 'fails_later';
};

const DECLINED = 'Your card was declined.';

function createDecline(declineCode: string, message = DECLINED): Decline {
  return { code: 'card_declined', declineCode, message };
}

export const TEST_CARDS = {
  visa: { number: '4242424242424242', brand: 'visa', helper: 'visa', label: 'Visa, pays' },
  mastercard: { number: '5555555555554444', brand: 'mastercard', helper: 'mastercard', label: 'Mastercard, pays' },
  amex: { number: '378282246310005', brand: 'amex', helper: 'amex', label: 'American Express, pays' },
  three_d_secure: {
    number: '4000000000003220',
    brand: 'visa',
    helper: 'threeDSecure2Required',
    label: 'asks for 3-D Secure',
    authentication: 'required',
  },
  three_d_secure_then_declined: {
    number: '4000008400001629',
    brand: 'visa',
    helper: 'threeDSecureRequiredChargeDeclined',
    label: '3-D Secure, then declined',
    authentication: 'required',
    decline: createDecline('generic_decline'),
  },
  declined: {
    number: '4000000000000002',
    brand: 'visa',
    helper: 'visa_chargeDeclined',
    label: 'declined',
    decline: createDecline('generic_decline'),
  },
  insufficient_funds: {
    number: '4000000000009995',
    brand: 'visa',
    helper: 'visa_chargeDeclinedInsufficientFunds',
    label: 'declined, insufficient funds',
    decline: createDecline('insufficient_funds', 'Your card has insufficient funds.'),
  },
  lost_card: {
    number: '4000000000009987',
    brand: 'visa',
    helper: 'visa_chargeDeclinedLostCard',
    label: 'declined, lost card',
    decline: createDecline('lost_card'),
  },
  stolen_card: {
    number: '4000000000009979',
    brand: 'visa',
    helper: 'visa_chargeDeclinedStolenCard',
    label: 'declined, stolen card',
    decline: createDecline('stolen_card'),
  },
  expired_card: {
    number: '4000000000000069',
    brand: 'visa',
    helper: 'chargeDeclinedExpiredCard',
    label: 'declined, expired card',
    decline: { code: 'expired_card', message: 'Your card has expired.' },
  },
  incorrect_cvc: {
    number: '4000000000000127',
    brand: 'visa',
    helper: 'chargeDeclinedIncorrectCvc',
    label: 'declined, wrong security code',
    decline: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  },
  processing_error: {
    number: '4000000000000119',
    brand: 'visa',
    helper: 'chargeDeclinedProcessingError',
    label: 'declined, processing error',
    decline: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  dispute: {
    number: '4000000000000259',
    brand: 'visa',
    helper: 'createDispute',
    label: 'pays, disputed after the capture',
    afterCapture: 'dispute',
  },
  product_dispute: {
    number: '4000000000002685',
    brand: 'visa',
    helper: 'createDisputeProductNotReceived',
    label: 'pays, disputed after the capture as not received',
    afterCapture: 'product_dispute',
  },
  inquiry: {
    number: '4000000000001976',
    brand: 'visa',
    helper: 'createDisputeInquiry',
    label: 'pays, inquired about after the capture',
    afterCapture: 'inquiry',
  },
  disputes: {
    number: '4000004040000079',
    brand: 'visa',
    helper: 'createMultipleDisputes',
    label: 'pays, disputed twice after the capture',
    afterCapture: 'disputes',
  },
  fraud_warning: {
    number: '4000000000005423',
    brand: 'visa',
    helper: 'createIssuerFraudRecord',
    label: 'pays, early fraud warning after the capture',
    afterCapture: 'fraud_warning',
  },
  refund_pending: {
    number: '4000000000007726',
    brand: 'visa',
    helper: 'pendingRefund',
    label: 'pays, a refund is pending first',
    refund: 'settles_later',
  },
  refund_fails: {
    number: '4000000000005126',
    brand: 'visa',
    helper: 'refundFail',
    label: 'pays, a refund fails late',
    refund: 'fails_later',
  },
} as const satisfies Record<string, TestCard>;

/** Behaviour of any other number in test mode. */
const NOT_A_TEST_CARD: TestCard = {
  number: '',
  brand: 'unknown',
  label: 'not a test card',
  decline: createDecline(
    'test_mode_live_card',
    'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  ),
};

const BY_NAME: Readonly<Record<string, TestCard>> = { ...TEST_CARDS, ...COUNTRY_CARDS };

export function getTestCard(name: string): TestCard {
  return BY_NAME[name] ?? NOT_A_TEST_CARD;
}

export function findBehaviourByNumber(number: string): string {
  return Object.entries(BY_NAME).find(([, card]) => card.number === number)?.[0] ?? 'not_a_test_card';
}

/** Returns the behaviour of a test helper's card such as `pm_card_visa`. */
export function findBehaviourByHelper(paymentMethod: string): string | undefined {
  return Object.entries(BY_NAME).find(([, card]) => `pm_card_${card.helper}` === paymentMethod)?.[0];
}
