import { comparePersonName, type PersonName } from '../../account/names/comparePersonName.ts';

/** Whether a bank's name for the payer may be another person's than the buyer's. A name without a letter may be anybody's. */
export function isOtherPayer(payerName: string, buyer: PersonName): boolean {
  return comparePersonName(payerName, buyer) === 'different';
}
