import { comparePersonName, type PersonName } from '../../../account/names/comparePersonName.ts';

/**
 * Returns whether the payer's name at the bank may be that of someone other than the buyer. A name without letters
 * counts as different.
 */
export function isOtherPayer(payerName: string, buyer: PersonName): boolean {
  return comparePersonName(payerName, buyer) === 'different';
}
