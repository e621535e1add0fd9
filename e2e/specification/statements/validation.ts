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
    "A pay amount of nothing gives 'Please enter the amount'.",
    `${rules} › shows a missing amount under the side that was typed`,
    amountErrors,
  ),
  satisfied(
    'It is compared with the currency’s minAmount.',
    `${rules} › rejects %s as outside the limits`,
    'server/purchase/quote/amountLimits.test.ts › in $country for $code are accepted, and amounts beyond them are refused',
  ),
  satisfied(
    'It is compared with its maxAmount.',
    `${rules} › rejects %s as outside the limits`,
    'server/purchase/quote/amountLimits.test.ts › in $country for $code are accepted, and amounts beyond them are refused',
  ),
  satisfied(
    "Below it reads 'Min. amount is {amount} {symbol}'.",
    amountErrors,
    `${edit} › shows the error of an amount under its field and empties the other field`,
  ),
  satisfied("Above it reads 'Max. amount is {amount} {symbol}'.", amountErrors),
  satisfied('A missing pay token asks for one.', `${rules} › rejects missing currencies`),
  satisfied(
    "A receive amount of nothing gives 'Please enter the amount'.",
    `${rules} › shows a missing amount under the side that was typed`,
    amountErrors,
  ),
  satisfied(
    "A missing receive token gives 'Please select the receive token'.",
    `${rules} › rejects missing currencies`,
    amountErrors,
  ),
  satisfied(
    'On failure the other field and the fees are empty.',
    `${edit} › shows the error of an amount under its field and empties the other field`,
  ),
  satisfied('The short page’s amount is required.', `${buyRules} › must be given`),
  satisfied('It has the same messages for its limits.', `${buyRules} › beyond a limit reports that limit`),
  satisfied(
    'It is checked once the token is known and a field was touched.',
    'e2e/journeys/buyPages.spec.ts › shows each error when it occurs and removes it when it is corrected',
  ),
  satisfied('Or when the amount came from the URL.', `${pages} › checks an amount of the link without interaction`),
  satisfied(
    "The short page’s address is required: 'Please enter your {symbol} address'.",
    'e2e/journeys/buyPages.spec.ts › shows each error when it occurs and removes it when it is corrected',
  ),
  satisfied(
    'It is checked by the server.',
    'e2e/journeys/buyPages.spec.ts › closes the reserved window when the address is refused',
  ),
  satisfied(
    "A message gives 'Incorrect address, check the characters and address length before trying again'.",
    `${pages} › Get started waits until the address is checked`,
    'e2e/journeys/buyPages.spec.ts › closes the reserved window when the address is refused',
  ),
  satisfied('A failed call gives it, too.', `${pages} › Get started waits until the address is checked`),
  satisfied('The address is trimmed.', 'e2e/journeys/buyPages.spec.ts › opens Edit in a new window with all entries'),
  satisfied('Amounts are numeric.', `${amounts} › rejects %j: %s`),
  satisfied(
    'Decimals beyond the limit, eight by default, are cut.',
    `${amounts} › cuts decimals that the currency does not have`,
  ),
  satisfied(
    'Letters shrink at 10 and at 13 characters.',
    'web/ui/amount/amountInput.test.ts › reduces the text size at 10 and at 13 characters',
  ),
  satisfied(
    "'Please enter the correct email format'.",
    `${texts} › shows “Please enter the correct email format”`,
    'web/features/login/sentCode.test.ts › accepts %s',
  ),
  satisfied(
    "'Please enter your verification code'.",
    `${texts} › shows “Please enter your verification code” without one`,
  ),
  satisfied(
    'First name, last name, birth date, citizenship, city, purpose and phone are required.',
    'web/features/details/detailsRules.test.ts › every field is required',
    'e2e/journeys/states.spec.ts › shows every error at once, focuses the first, and pays once when all are corrected',
  ),
  satisfied(
    'A saved address’s name has at most 25 characters.',
    'e2e/specification/wire.spec.ts › refuses a saved address’s name of more than 25 characters',
  ),
  satisfied(
    'Billing fields are required.',
    'web/features/payment/card/billingForm.test.ts › every field is required, and spaces do not count',
  ),
  satisfied(
    "'Please select the type of destination wallet.'",
    `${texts} › shows “Please select the type of destination wallet.”`,
    'web/features/address/findWalletFault.test.ts › requires a wallet type above the threshold',
  ),
  satisfied(
    "'Please select exchange'.",
    `${texts} › shows “Please select exchange” if none is named`,
    'web/features/address/findWalletFault.test.ts › requires an exchange’s name at any amount',
  ),
];

export const validationDeviations: readonly SpecStatement[] = [
  differs(
    'An amount is always compared as it is typed.',
    'It is compared when its field is left: a fault that comes while one types is read out at every key (accessibility, WCAG 3.3.1).',
  ),
];
