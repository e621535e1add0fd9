import { isValidBIC } from 'ibantools';
import type { DebtorAccount } from '../bankPort.ts';
import { isIban, isInSepa } from './iban.ts';

/** The account numbers of countries without IBANs have no check that is known here. */
export function isAccount(account: string): boolean {
  // What looks like an IBAN must be one.
  if (/^[A-Z]{2}\d{2}/.test(account) && account.length >= 15) return isIban(account);
  return /^[A-Za-z0-9/?:().,'+-]{1,34}$/.test(account);
}

/** The BIC of the debtor's bank (ISO 9362), where the operator has given one in place of a national code. */
export function bicOf({ bankCode }: DebtorAccount): string | undefined {
  return isValidBIC(bankCode) ? bankCode : undefined;
}

/**
 * Whether a bank can be expected to carry out a file of transfers in this currency from this account: in euros within SEPA the
 * IBAN says which bank it is (EPC132-08, the BIC is optional); everywhere else the bank has to be named.
 */
export function canSendFrom(currency: string, debtor: DebtorAccount): boolean {
  if (debtor.name.trim() === '' || !isAccount(debtor.account)) return false;
  return (currency === 'EUR' && isInSepa(debtor.account)) || bicOf(debtor) !== undefined;
}
