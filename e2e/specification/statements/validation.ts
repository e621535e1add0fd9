import { differs, type SpecStatement, satisfied } from '../statement.ts';

const edit = 'e2e/specification/edit.spec.ts';
const pages = 'e2e/specification/pages.spec.ts';
const rules = 'web/features/quote/quoteRules.test.ts';
const buyRules = 'web/features/buyPage/buyRules.test.ts';
const amounts = 'web/ui/amount/readAmount.test.ts';
const texts = 'e2e/specification/texts.spec.ts';
const amountErrors = `${texts} › shows the specified errors of an amount under its field`;

/** Statements of section 5, validation. */
export const validation: readonly SpecStatement[] = [
  satisfied(
    "An empty or zero pay amount gives 'Please enter the amount'.",
    `${rules} › shows a missing amount under the side that was typed`,
    amountErrors,
  ),
  satisfied(
    'A pay amount is compared with the currency’s minAmount.',
    `${rules} › rejects %s as outside the limits`,
    'server/purchase/quote/amountLimits.test.ts › in $country for $code are accepted, and amounts beyond them are refused',
  ),
  satisfied(
    'A pay amount is compared with the currency’s maxAmount.',
    `${rules} › rejects %s as outside the limits`,
    'server/purchase/quote/amountLimits.test.ts › in $country for $code are accepted, and amounts beyond them are refused',
  ),
  satisfied(
    "A pay amount below the minimum gives 'Min. amount is {amount} {symbol}'.",
    amountErrors,
    `${edit} › shows the error of an amount under its field and empties the other field`,
  ),
  satisfied("A pay amount above the maximum gives 'Max. amount is {amount} {symbol}'.", amountErrors),
  satisfied('A missing pay token gives a select-token message.', `${rules} › rejects missing currencies`),
  satisfied(
    "An empty or zero receive amount gives 'Please enter the amount'.",
    `${rules} › shows a missing amount under the side that was typed`,
    amountErrors,
  ),
  satisfied(
    "A missing receive token gives 'Please select the receive token'.",
    `${rules} › rejects missing currencies`,
    amountErrors,
  ),
  satisfied(
    'On failure the other field and the fees are cleared.',
    `${edit} › shows the error of an amount under its field and empties the other field`,
  ),
  satisfied('The amount of /buy is required.', `${buyRules} › must be given`),
  satisfied(
    'The amount of /buy has the same messages for its limits.',
    `${buyRules} › reports the limit that it violates`,
    'e2e/journeys/buyPages.spec.ts › shows each error when it occurs and removes it when it is corrected',
  ),
  satisfied(
    'The amount of /buy is checked once the token is loaded and a field was touched.',
    'e2e/journeys/buyPages.spec.ts › shows each error when it occurs and removes it when it is corrected',
    `${pages} › checks the amount on the short page only once the token is loaded`,
  ),
  satisfied(
    'The amount of /buy is checked if it came from the URL.',
    `${pages} › checks an amount from the link before the buyer does anything`,
  ),
  satisfied(
    "The address of /buy is required: 'Please enter your {symbol} address'.",
    'e2e/journeys/buyPages.spec.ts › shows each error when it occurs and removes it when it is corrected',
  ),
  satisfied(
    'The address of /buy is checked by the server.',
    'e2e/journeys/buyPages.spec.ts › closes the window that it has opened if the address is refused',
  ),
  satisfied(
    "An address that the server refuses gives 'Incorrect address, check the characters and address length before trying again'.",
    'e2e/journeys/buyPages.spec.ts › shows each error when it occurs and removes it when it is corrected',
  ),
  satisfied(
    'A failed check of the address gives the same message.',
    `${pages} › Get started waits until the address is checked, and a failed check shows an error`,
  ),
  satisfied(
    'The address of /buy is trimmed.',
    'e2e/journeys/buyPages.spec.ts › opens Edit in a new window with all entries',
  ),
  satisfied('Amount inputs are numeric.', `${amounts} › rejects %j: %s`),
  satisfied(
    'Decimals beyond the limit, eight by default, are truncated.',
    `${amounts} › cuts decimals that the currency does not have`,
  ),
  satisfied(
    'The font size shrinks at 10 and at 13 characters.',
    'web/ui/amount/amountInput.test.ts › reduces the text size at 10 and at 13 characters',
  ),
  satisfied(
    "'Please enter the correct email format'.",
    `${texts} › shows “Please enter the correct email format”`,
    'web/features/login/sentCode.test.ts › refuses %s',
  ),
  satisfied(
    "'Please enter your verification code'.",
    `${texts} › shows “Please enter your verification code” if none was entered`,
  ),
  satisfied(
    'First name, last name, birth date, citizenship, city, purpose and phone are required.',
    'web/features/details/detailsRules.test.ts › every field is required',
    'e2e/specification/wire.spec.ts › the responses with a login, an order and a saved address have every field',
    'e2e/screens/everyScreen.spec.ts › enter-information-errors is accessible and never scrolls sideways',
  ),
  satisfied(
    'A saved address’s name has at most 25 characters.',
    'e2e/specification/wire.spec.ts › refuses a saved address whose name has more than 25 characters',
  ),
  satisfied(
    'Billing fields are required.',
    'web/features/payment/card/billingForm.test.ts › every field is required, and spaces do not count',
    'e2e/journeys/states.spec.ts › shows every error at once, focuses the first, and pays once when all are corrected',
  ),
  satisfied(
    "'Please select the type of destination wallet.'",
    `${texts} › shows “Please select the type of destination wallet.”`,
    'web/features/address/findWalletFault.test.ts › requires a wallet type above the threshold',
  ),
  satisfied(
    "'Please select exchange'.",
    `${texts} › shows “Please select exchange” if none was selected`,
    'web/features/address/findWalletFault.test.ts › requires an exchange’s name at any amount',
  ),
];

export const validationDeviations: readonly SpecStatement[] = [
  differs(
    'An amount is compared while it is typed.',
    'It is compared when its field loses focus: a screen reader would read out an error at every key (accessibility; WCAG 2.2, 3.3.1 Error Identification).',
  ),
];
