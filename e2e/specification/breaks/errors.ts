import { change, changeText, failing, type PlannedBreak, together } from './plannedBreak.ts';

const SPEC = 'e2e/specification/errors.spec.ts';
const REACTIONS = 'web/api/errorReactions.ts';
const REACT = 'web/app/reactToCallError.ts';
const PREPARATION = 'web/features/payment/preparation/prepareOrder.ts';
const RULES = 'web/features/quote/quoteRules.ts';
const PICKER = 'web/features/quote/methods/MethodPicker.tsx';
const REDUCER = 'web/features/quote/quoteReducer.ts';
const PAY_CODES = "PAY_FIELD_CODES = new Set(['501'])";

/** Breaks of section 8, errors. */
export const errorBreaks: Readonly<Record<string, PlannedBreak>> = {
  '5001 leads to /access-denied.': change(REACTIONS, "'5001':", "'5009':"),
  '5002 shows the server’s message and leads to /email-login.': change(
    REACT,
    'showToast(error.respMessage || errorText(error)',
    "showToast('Please log in.'",
  ),
  '5003 means that the price has expired.': change(PREPARATION, "PRICE_EXPIRED = '5003'", "PRICE_EXPIRED = '5005'"),
  '5004 leads to the transaction-restricted page.': change(REACTIONS, "'5004':", "'5009':"),
  "'200' is a successful quote.": change(
    REDUCER,
    "return { status: 'live', inquiry, request, quote: event.quote,",
    "return { status: 'expired', inquiry, request, quote: event.quote } as never;\n      return { status: 'live', inquiry, request, quote: event.quote,",
  ),
  "'500' is shown under the receive field.": change(RULES, PAY_CODES, "PAY_FIELD_CODES = new Set(['501', '500'])"),
  "'501' is shown under the pay field.": change(RULES, PAY_CODES, 'PAY_FIELD_CODES = new Set<string>()'),
  "'502' is shown under the receive field.": change(RULES, PAY_CODES, "PAY_FIELD_CODES = new Set(['501', '502'])"),
  "'0' is shown under the receive field.": change(RULES, PAY_CODES, "PAY_FIELD_CODES = new Set(['501', '0'])"),
  'On any code other than 200 the amounts are not updated.': change(
    'web/features/quote/computeQuoteFigures.ts',
    "{ pay: inquiry.amount, receive: '' }",
    "{ pay: state.status === 'refused' ? '' : inquiry.amount, receive: '' }",
  ),
  'An order’s 509 raises an error with its message.': change(
    PREPARATION,
    'redirectToEdit(hasReason(error) ? buildErrorParameter(error, errorText(error)) : ORDER_FAILED)',
    'redirectToEdit(ORDER_FAILED)',
  ),
  'A respMessage of any order response raises an error with it.': failing(
    'web/features/provider/placeProviderOrder.test.ts › the message of a $respCode answer is thrown',
    change(
      'web/features/provider/placeProviderOrder.ts',
      "if (respMessage !== '') throw",
      "if (respMessage === 'never') throw",
    ),
  ),
  'Select Card returns to Edit with the message.': failing(
    `${SPEC} › the message of an order response with code 200 is shown on Edit`,
    change(PREPARATION, '      return redirectToEdit(respMessage);\n', "      return redirectToEdit('');\n"),
  ),
  "A failure of the payment methods empties the list and shows 'Oops! Try again later.'":
    changeText('edit.methods_failed'),
  "An empty list of methods shows 'No payment methods available. Please refresh the page.'":
    changeText('edit.methods_none'),
  'The empty list of methods has Refresh.': change(
    PICKER,
    "action={text('ui.refresh')} onAction={retry}",
    "action={text('ui.refresh')} onAction={() => undefined}",
  ),
  'The page initialises even if the list of countries fails.': change(
    'web/screens/Edit.tsx',
    'const lists = useCurrencyLists(query.offerType);',
    "const lists = useCurrencyLists(countries ? query.offerType : 'none');\n  if (!countries) return null;",
  ),
  'Failures of other lists are only logged.': change(
    'web/features/address/WalletAdvice.tsx',
    '    retry: false,\n',
    '    retry: false,\n    throwOnError: true,\n',
  ),
  'A failure to fetch a language is ignored.': change(
    'web/i18n/language.ts',
    '    if (!texts) return false;\n',
    '    if (!texts) throw new Error(locale);\n',
  ),
  'A transport timeout leads to /server-timeout.': change(REACTIONS, '  [TIMED_OUT]: {', '  never: {'),
  'A failure of the address check shows the incorrect-address message.': change(
    'web/features/address/buildAddressTexts.ts',
    "case 'unknown':\n      return { error: text('error.address_invalid'),",
    "case 'unknown':\n      return { error: text('error.fault_plain'),",
  ),
  "'This site took too long to respond.'": changeText('trouble.timeout'),
  "'Server timeout', with Reload.": failing(
    `${SPEC} › Reload on Server Timeout opens Edit if there is no previous page`,
    change('web/screens/Trouble.tsx', 'onClick={() => location.assign(back)}', 'onClick={() => location.reload()}'),
  ),
  "'Sorry, the product temporarily does not support services in your region.'": changeText('error.region_denied'),
  "'Transaction restricted, please try again later'.": changeText('error.risk_control'),
  "'Delivery failed, please contact customer support'.": changeText('order.sentence.delivery_failed'),
  "'Transaction failed … refund within 24 hours'.": changeText('order.sentence.refunding'),
  "'Payment failed, please contact your card issuer'.": together(
    changeText('order.sentence.failed'),
    changeText('decline.declined'),
  ),
  "'Your information is refused'.": changeText('kycStatus.details_refused'),
  "'Verification Failed'.": changeText('kycStatus.identity_refused'),
  "'Deleted successfully' for a card.": changeText('cards.deleted'),
  "'Failed to delete' for a card.": changeText('cards.delete_failed'),
  "'Couldn't launch …, Please try again'.": changeText('buyPage.unopened'),
  'A failure of the payment methods can be retried.': change(
    'web/features/quote/methods/useMethodPrices.ts',
    "if (failed) return { status: 'failed', prices: [], current: false, retry };",
    "if (failed) return { status: 'failed', prices: [], current: false, retry: () => undefined };",
  ),
};
