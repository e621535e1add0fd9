import { consoleErrors } from './consoleErrors.ts';
import type { CallAuths, CallPath } from './defineCall.ts';
import { partnerErrors } from './partnerErrors.ts';
import { partnerPageErrors } from './partnerPageErrors.ts';

/** Where a buyer sees an error: at a field, as a toast, or as a page. `none`: nowhere. `server`: no page of buyers gets it. */
export type ErrorPlace = 'pay_field' | 'receive_field' | 'form' | 'toast' | 'page' | 'none' | 'server';

export type ErrorDefinition = {
  readonly respCode: string;
  /** 200 for all business outcomes. */
  readonly httpStatus: number;
  readonly place: ErrorPlace;
  /**
   * English text; `{name}` is replaced by the error's facts. The web app has the same keys in every language, except those
   * that no buyer sees.
   */
  readonly text: string;
  /** True if the same request may succeed later without any change. */
  readonly retryable: boolean;
  /** Log level at which the caller and the refusal are recorded. */
  readonly log: 'none' | 'info' | 'warn' | 'error';
};

function business(respCode: string, place: ErrorPlace, text: string, retryable = false): ErrorDefinition {
  return { respCode, httpStatus: 200, place, text, retryable, log: 'none' };
}

/** Returns an error for refused access. The log records the client, so that attacks can be detected. */
function access(respCode: string, place: ErrorPlace, text: string): ErrorDefinition {
  return { ...business(respCode, place, text), log: 'info' };
}

function transport(httpStatus: number, text: string, retryable = false): ErrorDefinition {
  return { respCode: String(httpStatus), httpStatus, place: 'toast', text, retryable, log: 'info' };
}

/** All errors of all calls. */
export const errors = {
  malformed: transport(400, '{field}: {problem}'),
  unknown_call: transport(404, 'There is no such call.'),
  method_not_allowed: { ...transport(405, 'Send this call with {methods}.'), place: 'server', log: 'none' },
  body_too_large: transport(413, 'The request is larger than 64 KiB.'),
  unsupported_media_type: transport(415, 'Send the request as application/json.'),
  too_many_requests: transport(429, 'Too many requests. Please wait {seconds} seconds and try again.', true),
  unavailable: transport(503, 'The service is not available right now. Please try again in a moment.', true),
  fault: {
    respCode: '599',
    httpStatus: 500,
    place: 'toast',
    text: 'Something went wrong on our side. Please try again. Reference {reference}.',
    retryable: true,
    log: 'error',
  },

  region_denied: access('5001', 'page', 'Sorry, the product temporarily does not support services in your region.'),
  invalid_auth_token: access('5002', 'toast', 'Your session has ended. Please log in again.'),
  price_expired: business('5003', 'toast', 'Price expired. Please ask for a new quote.'),
  risk_control: access('5004', 'page', 'Transaction restricted, please try again later'),

  pay_amount_missing: business('501', 'pay_field', 'Please enter the amount'),
  pay_amount_malformed: business('501', 'pay_field', '{currency} amounts have at most {decimals} decimals'),
  pay_amount_below_minimum: business('501', 'pay_field', 'Min. amount is {amount} {symbol}'),
  pay_amount_above_maximum: business('501', 'pay_field', 'Max. amount is {amount} {symbol}'),
  pay_currency_unsupported: business('501', 'pay_field', 'Please select the pay token'),
  receive_amount_missing: business('502', 'receive_field', 'Please enter the amount'),
  receive_amount_malformed: business('502', 'receive_field', '{currency} amounts have at most {decimals} decimals'),
  receive_currency_unsupported: business('502', 'receive_field', 'Please select the receive token'),
  price_unavailable: business(
    '502',
    'receive_field',
    'There is no reliable price right now. Please try again in a moment.',
    true,
  ),
  pay_limits_exceeded: business(
    '500',
    'receive_field',
    'This would cost {cost} {symbol}. The limits are {minimum} to {maximum} {symbol}.',
  ),
  no_provider: business(
    '0',
    'receive_field',
    'No provider can serve this purchase right now. Please try again later, or choose another currency or crypto.',
    true,
  ),
  method_unavailable: business(
    '509',
    'toast',
    'This payment method is not available for this amount. Please choose another method or amount.',
  ),

  link_ended: access(
    '509',
    'page',
    'This link has already been used or has expired. Please go back to the site that sent you.',
  ),
  session_fixed: business(
    '509',
    'toast',
    'The site that sent you has set what you buy and where it is delivered. Please go back to it and start again.',
  ),
  order_refused: business('509', 'toast', 'The order could not be placed. Please ask for a new quote.'),
  quote_already_used: business(
    '509',
    'toast',
    'This quote has been used for another order. Please ask for a new quote.',
  ),
  provider_unavailable: business('509', 'toast', 'This provider is not available. Please choose another one.'),
  address_invalid: business(
    '509',
    'form',
    'Incorrect address, check the characters and address length before trying again',
  ),
  address_is_contract: business(
    '509',
    'form',
    'This address belongs to a contract. Please confirm that it is your wallet.',
  ),
  wallet_type_missing: business('509', 'form', 'Please select the type of destination wallet.'),
  exchange_missing: business('509', 'form', 'Please select exchange'),
  order_not_found: access('509', 'page', 'There is no such order.'),
  order_not_yours: access('509', 'page', 'Please log in with the email address that was used for this order.'),
  order_not_payable: business('509', 'toast', 'This order can no longer be paid. Please place a new order.'),
  // Gives an instruction but no reason: it discloses neither a suspicion nor who handles it.
  buying_paused: access(
    '509',
    'toast',
    'Buying is paused for your account. Please contact support: they will tell you what to do next.',
  ),
  payment_in_progress: business('509', 'toast', 'A payment for this order is already being processed.'),
  card_not_found: business('509', 'form', 'This card is no longer saved. Please choose another one.'),
  no_new_price: business(
    '509',
    'toast',
    'This offer is no longer open. The page shows the current state of the order.',
  ),
  receipt_not_yet: business('509', 'toast', 'The receipt is available once the coins have arrived.'),
  receipt_from_provider: business('509', 'toast', 'The provider that took your payment sends you its own receipt.'),
  not_cancellable: business('509', 'toast', 'This order can no longer be cancelled.'),

  code_invalid: access('509', 'form', 'This code is incorrect. Please check the newest email.'),
  code_expired: access('509', 'form', 'This code has expired. Please request a new one.'),
  confirmation_needed: access('509', 'form', 'Please confirm with a code that it is you.'),
  passkey_refused: access('509', 'form', 'This passkey was not accepted. Please use another one, or a code.'),
  passkeys_full: business('509', 'form', 'You have {count} passkeys, which is the maximum. Please remove one first.'),
  code_too_soon: {
    ...transport(429, 'A code was sent a moment ago. You can request another in {seconds} seconds.', true),
    place: 'form',
  },
  work_needed: {
    ...access(
      '509',
      'form',
      'Many codes are being requested right now, so your browser has to run a short security check first. Please try again.',
    ),
    retryable: true,
  },
  details_refused: business('509', 'form', 'Your information is refused'),
  details_verified: business(
    '509',
    'form',
    'Your document has confirmed your name, date of birth and citizenship. Please write to support to change them.',
  ),
  details_missing: business('509', 'form', 'Please enter your basic details first.'),
  too_young: business('509', 'form', 'You must be at least {years} years old.'),
  citizenship_unsupported: business('509', 'form', 'We cannot serve citizens of this country.'),
  phone_invalid: business('509', 'form', 'Please enter a phone number with its country code, such as +49 30 123456.'),
  verifier_unavailable: business(
    '509',
    'toast',
    'The identity check is not available right now. Please try again in a moment.',
    true,
  ),
  saved_addresses_full: business(
    '509',
    'form',
    'You have saved {count} addresses, which is the maximum. Please delete one first.',
  ),
  saved_address_not_found: business('509', 'form', 'This address is no longer saved.'),
  orders_open: business(
    '509',
    'form',
    'You have {count} orders that are still under way. Your data can be deleted when they have ended.',
  ),
  saved_address_exists: business('509', 'form', 'You have saved this address before.'),

  replay_off: business('509', 'none', 'Visits are not recorded.'),
  replay_full: business('509', 'none', 'This recording has ended.'),

  ...partnerErrors,
  ...consoleErrors,
  ...partnerPageErrors,
} satisfies Record<string, ErrorDefinition>;

export type ErrorKey = keyof typeof errors;

/** Facts for the placeholders of an error's text; all of them may be shown to the buyer. */
export type ErrorFacts = Readonly<Record<string, string | number>>;

/** Additional errors of partner calls that write. */
export const signatureErrors = [
  'signature_missing',
  'signature_malformed',
  'signature_several',
  'signature_uncovered',
  'signature_parameter',
  'signature_key',
  'signature_early',
  'signature_expired',
  'signature_wrong',
  'signature_replayed',
  'digest_wrong',
  'idempotency_conflict',
] as const satisfies readonly ErrorKey[];

const requestErrors = [
  'malformed',
  'body_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'unavailable',
  'fault',
] as const satisfies readonly ErrorKey[];
const pageCallErrors = [...requestErrors, 'region_denied'] as const;
const partnerCallErrors = [
  ...requestErrors,
  'from_browser',
  'partner_key_missing',
  'partner_key_unknown',
  'partner_off',
  'partner_key_retired',
] as const;
const consoleCallErrors = [...requestErrors, 'console_cross_site'] as const;
const consoleSessionErrors = [...consoleCallErrors, 'console_left', 'console_locked', 'console_not_for_role'] as const;
const memberCallErrors = [...requestErrors, 'member_cross_site'] as const;
const memberSessionErrors = [...memberCallErrors, 'member_logged_out', 'member_not_for_role'] as const;

/** Errors of calls in addition to their own, by path and authentication. `signed` and `changes`: for calls with this guard. */
export const sharedErrors = {
  'gateway/buying': {
    none: pageCallErrors,
    optional: [...pageCallErrors, 'invalid_auth_token'],
    required: [...pageCallErrors, 'invalid_auth_token'],
  },
  'gateway/partner': { key: partnerCallErrors, signature: [...partnerCallErrors, ...signatureErrors] },
  'gateway/console': {
    none: consoleCallErrors,
    session: consoleSessionErrors,
    signed: [...consoleSessionErrors, 'statement_refused', 'act_refused'],
  },
  'gateway/partner-pages': {
    none: memberCallErrors,
    session: memberSessionErrors,
    changes: [...memberSessionErrors, 'member_read_only'],
  },
} as const satisfies {
  readonly [Path in CallPath]: Readonly<Record<CallAuths[Path], readonly ErrorKey[]>> & {
    readonly signed?: readonly ErrorKey[];
    readonly changes?: readonly ErrorKey[];
  };
};

export function errorText(key: ErrorKey, facts: ErrorFacts = {}): string {
  return errors[key].text.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''));
}
