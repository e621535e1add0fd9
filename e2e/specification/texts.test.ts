import { expect, test } from 'vitest';
import english from '../../web/i18n/en-US.json' with { type: 'json' };

/** Texts that the specification gives literally, and the keys that use them. */
const TEXTS: readonly (readonly [text: string, ...keys: (keyof typeof english)[]])[] = [
  ['Please enter the amount', 'error.pay_amount_missing', 'error.receive_amount_missing'],
  ['Min. amount is {amount} {symbol}', 'error.pay_amount_below_minimum'],
  ['Max. amount is {amount} {symbol}', 'error.pay_amount_above_maximum'],
  ['Please select the receive token', 'error.receive_currency_unsupported'],
  ['Please enter your {symbol} address', 'submitAddress.missing'],
  ['Incorrect address, check the characters and address length before trying again', 'error.address_invalid'],
  ['Please enter the correct email format', 'login.email_format'],
  ['Please enter your verification code', 'login.code_missing'],
  ['Please select the type of destination wallet.', 'error.wallet_type_missing'],
  ['Please select exchange', 'error.exchange_missing'],
  ['Oops! Try again later.', 'edit.methods_failed'],
  ['No payment methods available. Please refresh the page.', 'edit.methods_none'],
  ['It appears no result that matches your search. Please try another.', 'picker.no_result'],
  ['Country not found', 'picker.no_country'],
  ['Select Country', 'picker.select_country'],
  ['Are you sure you want to log out?', 'menu.log_out_question'],
  ['This site took too long to respond.', 'trouble.timeout'],
  ['Server timeout', 'title.server_timeout'],
  ['Sorry, the product temporarily does not support services in your region.', 'error.region_denied'],
  ['Transaction restricted, please try again later', 'error.risk_control'],
  ['Delivery failed, please contact customer support', 'order.sentence.delivery_failed'],
  ['Transaction failed, refund within 24 hours', 'order.sentence.refunding'],
  ['Payment failed, please contact your card issuer', 'decline.declined'],
  ['Your information is refused', 'error.details_refused', 'kycStatus.details_refused'],
  ['Verification Failed', 'kycStatus.identity_refused', 'reason.identity_rejected'],
  ['Deleted successfully', 'cards.deleted'],
  ['Failed to delete', 'cards.delete_failed'],
  ["Couldn't launch {name}, Please try again", 'buyPage.unopened', 'plugin.launch_failed'],
  ['How much of a cryptocurrency was traded in the last 24 hours.', 'buyPage.volume_meaning'],
  ['New quotes in {time}', 'plugin.new_quotes_in'],
  ['Power by {name}', 'plugin.power_by'],
  ['I want to buy', 'buyPage.amount'],
  ['To my wallet address', 'buyPage.address'],
  ['Get started', 'buyPage.start'],
  ['You pay', 'edit.you_pay'],
  ['You get (estimate)', 'edit.you_get'],
];

test.each(TEXTS.map(([text, ...keys]) => ({ text, keys })))('$text', ({ text, keys }) => {
  for (const key of keys) expect(english[key], key).toBe(text);
});
