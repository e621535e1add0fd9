import type { CallRequest } from '@slipway/contract/calls.ts';
import { needsPostalCode } from '@slipway/contract/entities/buyer/postalCodes.ts';
import { isPlainText, normalizeToSingleLine } from '@slipway/contract/plainText.ts';
import { toAsciiDigits } from '@slipway/contract/toAsciiDigits.ts';
import type { StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js';

type Billing = NonNullable<CallRequest<'payOrder'>['billing']>;

/** Maximum lengths accepted by the server. */
const MAX_LENGTHS = { name: 100, country: 2, city: 100, zip: 16, address: 200 } as const;

/**
 * Converts a wallet's billing address to our format. Returns undefined if there is none, or if a part is missing, not plain
 * text or too long.
 */
export function convertWalletBilling(
  details: StripeExpressCheckoutElementConfirmEvent['billingDetails'],
): Billing | undefined {
  if (!details) return undefined;
  const { name, address } = details;
  const billing = {
    name: tidyOptionalText(name),
    country: tidyOptionalText(address.country),
    city: tidyOptionalText(address.city),
    zip: toAsciiDigits(tidyOptionalText(address.postal_code)),
    address: [address.line1, address.line2]
      .map(tidyOptionalText)
      .filter((line) => line !== '')
      .join(', '),
  };
  const mayBeEmpty = (field: keyof Billing) => field === 'zip' && !needsPostalCode(billing.country);
  const fits = (field: keyof Billing) =>
    (isPlainText(billing[field]) || (billing[field] === '' && mayBeEmpty(field))) &&
    billing[field].length <= MAX_LENGTHS[field];
  return (Object.keys(MAX_LENGTHS) as (keyof Billing)[]).every(fits) ? billing : undefined;
}

/** Wallets omit unknown values or return null. */
function tidyOptionalText(value: string | null | undefined): string {
  return normalizeToSingleLine(value ?? '');
}
