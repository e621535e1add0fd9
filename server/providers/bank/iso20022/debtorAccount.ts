import { isValidBIC } from 'ibantools';
import type { DebtorAccount } from '../bankPort.ts';
import { isIban, isInSepa } from './iban.ts';

/** Returns true for a plausible account number; national numbers without IBAN are not validated further. */
export function isAccountNumber(account: string): boolean {
  // A text in the form of an IBAN must be valid.
  if (/^[A-Z]{2}\d{2}/.test(account) && account.length >= 15) return isIban(account);
  return /^[A-Za-z0-9/?:().,'+-]{1,34}$/.test(account);
}

/** Returns the BIC of the debtor's bank (ISO 9362), if the operator configured one instead of a national code. */
export function findBic({ bankCode }: DebtorAccount): string | undefined {
  return isValidBIC(bankCode) ? bankCode : undefined;
}

/**
 * Returns true if a bank can be expected to carry out transfers in this currency from this account. The holder's name is
 * required, and the bank's BIC, except for euros from an IBAN in SEPA, which identifies the bank (EPC132-08).
 */
export function canSendFrom(currency: string, debtor: DebtorAccount): boolean {
  if (debtor.name.trim() === '' || !isAccountNumber(debtor.account)) return false;
  return (currency === 'EUR' && isInSepa(debtor.account)) || findBic(debtor) !== undefined;
}
