import { asciiDigits } from '@slipway/contract/asciiDigits.ts';
import type { CallRequest } from '@slipway/contract/calls.ts';
import { needsPostalCode } from '@slipway/contract/entities/postalCodes.ts';
import { isPlainText, tidyText } from '@slipway/contract/plainText.ts';
import type { StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js';

type Billing = NonNullable<CallRequest<'payOrder'>['billing']>;

/** The longest that the server takes of each. */
const LONGEST = { name: 100, country: 2, city: 100, zip: 16, address: 200 } as const;

/** The billing address in our words; undefined when a part is missing or longer than we take, as it may be in some countries. */
export function billingOfWallet(
  details: StripeExpressCheckoutElementConfirmEvent['billingDetails'],
): Billing | undefined {
  if (!details) return undefined;
  const { name, address } = details;
  const billing = {
    name: tidy(name),
    country: tidy(address.country),
    city: tidy(address.city),
    zip: asciiDigits(tidy(address.postal_code)),
    address: [address.line1, address.line2]
      .map(tidy)
      .filter((line) => line !== '')
      .join(', '),
  };
  const mayBeEmpty = (field: keyof Billing) => field === 'zip' && !needsPostalCode(billing.country);
  const fits = (field: keyof Billing) =>
    (isPlainText(billing[field]) || (billing[field] === '' && mayBeEmpty(field))) &&
    billing[field].length <= LONGEST[field];
  return (Object.keys(LONGEST) as (keyof Billing)[]).every(fits) ? billing : undefined;
}

/** Wallets leave out what they do not know, or give null. */
function tidy(value: string | null | undefined): string {
  return tidyText(value ?? '');
}
