import { differs, kept, type Statement } from '../statement.ts';

const edit = 'e2e/specification/edit.spec.ts';
const pages = 'e2e/specification/pages.spec.ts';
const rules = 'web/features/quote/quoteRules.test.ts';
const buyRules = 'web/features/buyPage/buyRules.test.ts';
const amounts = 'web/ui/readAmount.test.ts';
const texts = 'e2e/specification/texts.test.ts › $text';

/** Section 5. */
export const validation: readonly Statement[] = [
  kept(
    "A pay amount of nothing gives 'Please enter the amount'.",
    `${rules} › an empty amount is said under the side that was typed`,
    texts,
  ),
  kept(
    'It is compared with the currency’s minAmount.',
    `${rules} › %s is outside`,
    'server/purchase/quote/shownLimits.test.ts › is bought with at both ends, and not beyond them',
  ),
  kept(
    'It is compared with its maxAmount.',
    `${rules} › %s is outside`,
    'server/purchase/quote/shownLimits.test.ts › is bought with at both ends, and not beyond them',
  ),
  kept(
    "Below it reads 'Min. amount is {amount} {symbol}'.",
    texts,
    `${edit} › what is wrong with an amount stands under its field, and empties the other`,
  ),
  kept("Above it reads 'Max. amount is {amount} {symbol}'.", texts),
  kept('A missing pay token asks for one.', `${rules} › missing currencies`),
  kept(
    "A receive amount of nothing gives 'Please enter the amount'.",
    `${rules} › an empty amount is said under the side that was typed`,
  ),
  kept("A missing receive token gives 'Please select the receive token'.", `${rules} › missing currencies`, texts),
  kept(
    'On failure the other field and the fees are empty.',
    `${edit} › what is wrong with an amount stands under its field, and empties the other`,
  ),
  kept('The short page’s amount is required.', `${buyRules} › none is missing`),
  kept('It has the same messages for its limits.', `${buyRules} › what lies beyond them is told with the limit`),
  kept(
    'It is checked once the token is known and a field was touched.',
    'e2e/journeys/buyPages.spec.ts › says what is wrong, when it is wrong, and takes it back',
  ),
  kept('Or when the amount came from the URL.', `${pages} › an amount of the link is checked without a touch`),
  kept(
    "The short page’s address is required: 'Please enter your {symbol} address'.",
    'e2e/journeys/buyPages.spec.ts › says what is wrong, when it is wrong, and takes it back',
    texts,
  ),
  kept(
    'It is checked by the server.',
    'e2e/journeys/buyPages.spec.ts › closes the reserved window again when the address is refused',
  ),
  kept(
    "A message gives 'Incorrect address, check the characters and address length before trying again'.",
    texts,
    'e2e/journeys/buyPages.spec.ts › closes the reserved window again when the address is refused',
  ),
  kept('A failed call gives it, too.', `${pages} › Get started waits for the check of the address`),
  kept(
    'The address is trimmed.',
    'e2e/journeys/buyPages.spec.ts › opens Edit in a new window with everything carried over',
  ),
  kept('Amounts are numeric.', `${amounts} › %j is not an amount: %s`),
  kept(
    'Decimals beyond the limit, eight by default, are cut.',
    `${amounts} › decimals that the currency does not have are cut`,
  ),
  kept(
    'Letters shrink at 10 and at 13 characters.',
    'web/ui/amountInput.test.ts › figures shrink at 10 and at 13 characters',
  ),
  kept("'Please enter the correct email format'.", texts, 'web/features/login/sentCode.test.ts › takes %s'),
  kept("'Please enter your verification code'.", texts),
  kept(
    'First name, last name, birth date, citizenship, city, purpose and phone are required.',
    'web/features/details/detailsRules.test.ts › every field is required',
    'e2e/journeys/states.spec.ts › says every fault at once, begins at the top, and pays once when all are mended',
  ),
  kept(
    'A saved address’s name has at most 25 characters.',
    'e2e/specification/wire.test.ts › the name of an address ends at twenty-five characters',
  ),
  kept(
    'Billing fields are required.',
    'web/features/payment/billingForm.test.ts › every field is required, and spaces fill none',
  ),
  kept(
    "'Please select the type of destination wallet.'",
    texts,
    'web/features/address/walletFault.test.ts › above it one must be',
  ),
  kept(
    "'Please select exchange'.",
    texts,
    'web/features/address/walletFault.test.ts › an exchange has a name, whatever the amount',
  ),
];

export const kindness: readonly Statement[] = [
  differs(
    'An amount is always compared as it is typed.',
    'It is compared when its field is left: a fault that comes while one types is read out at every key (accessibility, WCAG 3.3.1).',
  ),
];
