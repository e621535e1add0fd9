import { change, changeText, failing, type PlannedBreak } from './plannedBreak.ts';

const RULES = 'web/features/quote/quoteRules.ts';
const BUY_RULES = 'web/features/buyPage/buyRules.ts';
const TEXTS = 'e2e/specification/texts.spec.ts';
const AMOUNT_ERRORS = `${TEXTS} › shows the specified errors of an amount under its field`;
const DETAILS_RULES = 'web/features/details/detailsRules.ts';

/** Breaks of section 5, validation. */
export const validationBreaks: Readonly<Record<string, PlannedBreak>> = {
  "An empty or zero pay amount gives 'Please enter the amount'.": failing(
    AMOUNT_ERRORS,
    changeText('error.pay_amount_missing'),
  ),
  'A pay amount is compared with the currency’s minAmount.': change(
    RULES,
    'compare(value, parseDecimal(minAmount)) < 0',
    'compare(value, parseDecimal(minAmount)) < -1',
  ),
  'A pay amount is compared with the currency’s maxAmount.': change(
    RULES,
    'compare(value, parseDecimal(maxAmount)) > 0',
    'compare(value, parseDecimal(maxAmount)) > 1',
  ),
  "A pay amount below the minimum gives 'Min. amount is {amount} {symbol}'.": changeText(
    'error.pay_amount_below_minimum',
  ),
  "A pay amount above the maximum gives 'Max. amount is {amount} {symbol}'.": changeText(
    'error.pay_amount_above_maximum',
  ),
  'A missing pay token gives a select-token message.': change(
    RULES,
    "if (!pay) return createRefusal('pay', 'error.pay_currency_unsupported');",
    "if (!pay) return createRefusal('pay', 'error.pay_amount_missing');",
  ),
  "An empty or zero receive amount gives 'Please enter the amount'.": change(
    RULES,
    "createRefusal(place, 'error.pay_amount_missing')",
    "createRefusal('pay', 'error.pay_amount_missing')",
  ),
  "A missing receive token gives 'Please select the receive token'.": failing(
    AMOUNT_ERRORS,
    changeText('error.receive_currency_unsupported'),
  ),
  'On failure the other field and the fees are cleared.': change(
    'web/features/quote/computeQuoteFigures.ts',
    "{ pay: inquiry.amount, receive: '' }",
    '{ pay: inquiry.amount, receive: inquiry.amount }',
  ),
  'The amount of /buy is required.': change(
    BUY_RULES,
    "if (amount === '') return { key: 'error.receive_amount_missing' };",
    "if (amount === '') return null;",
  ),
  'The amount of /buy has the same messages for its limits.': change(
    BUY_RULES,
    "key: 'error.pay_amount_above_maximum'",
    "key: 'error.pay_limits_exceeded'",
  ),
  'The amount of /buy is checked once the token is loaded and a field was touched.': change(
    'web/features/buyPage/useBuyAmount.ts',
    'const isChecked = isCheckRequested ||',
    'const isChecked = true ||',
  ),
  'The amount of /buy is checked if it came from the URL.': change(
    'web/features/buyPage/useBuyAmount.ts',
    "isCheckRequested || (typed === null && given !== '')",
    'isCheckRequested',
  ),
  "The address of /buy is required: 'Please enter your {symbol} address'.": changeText('submitAddress.missing'),
  'The address of /buy is checked by the server.': change(
    'web/features/address/addressCheck.ts',
    'return toAddressCheck(address, await requestCheck(address, currency, signal));',
    "return { state: 'good', entered: address, address, isContract: false };",
  ),
  "An address that the server refuses gives 'Incorrect address, check the characters and address length before trying again'.":
    changeText('error.address_invalid'),
  'A failed check of the address gives the same message.': change(
    'web/features/address/buildAddressTexts.ts',
    "return { error: text('error.address_invalid'), cause: text('submitAddress.cause_unanswered') };",
    "return { error: text('submitAddress.cause_unanswered') };",
  ),
  'The address of /buy is trimmed.': change(
    'web/features/address/AddressField.tsx',
    "entered.replaceAll(/\\s*[\\r\\n]+\\s*/g, '').trim()",
    'entered',
  ),
  'Amount inputs are numeric.': change(
    'web/ui/amount/readAmount.ts',
    "if (!/^[\\d.,٫٬' ]*\\d[.,٫]?$/.test(body)) return createRefusal('unreadable');",
    "if (!/^[\\d.,٫٬' ]*\\d[.,٫]?$/.test(body)) return { kind: 'amount', amount: normalizeAmount(body.replaceAll(/[^\\d.]/g, '')) };",
  ),
  'Decimals beyond the limit, eight by default, are truncated.': change(
    'web/ui/amount/readAmount.ts',
    'fraction.slice(0, decimals)}`) };\n}',
    'fraction}`) };\n}',
  ),
  'The font size shrinks at 10 and at 13 characters.': change(
    'web/ui/amount/amountInput.ts',
    'text.length >= 10',
    'text.length >= 11',
  ),
  "'Please enter the correct email format'.": failing(
    `${TEXTS} › shows “Please enter the correct email format”`,
    changeText('login.email_format'),
  ),
  "'Please enter your verification code'.": changeText('login.code_missing'),
  'First name, last name, birth date, citizenship, city, purpose and phone are required.': change(
    DETAILS_RULES,
    "details[name].trim() === ''",
    "name !== 'purpose' && details[name].trim() === ''",
  ),
  'A saved address’s name has at most 25 characters.': change(
    'contract/entities/buyer/buyer.ts',
    'SAVED_ADDRESS_NAME_MAX = 25',
    'SAVED_ADDRESS_NAME_MAX = 24',
  ),
  'Billing fields are required.': change(
    'web/features/payment/card/billingForm.ts',
    '!isPlainText(normalizeToSingleLine(billing[field]))',
    "field !== 'name' && !isPlainText(normalizeToSingleLine(billing[field]))",
  ),
  "'Please select the type of destination wallet.'": failing(
    `${TEXTS} › shows “Please select the type of destination wallet.”`,
    changeText('error.wallet_type_missing'),
  ),
  "'Please select exchange'.": failing(
    `${TEXTS} › shows “Please select exchange” if none was selected`,
    changeText('error.exchange_missing'),
  ),
};
