import { ValidationErrorsIBAN, validateIBAN } from 'ibantools';

/**
 * Returns true for an IBAN: length and form of its country, and valid check digits (ISO 13616). National check digits
 * inside an IBAN may be wrong: the standard does not require them, and a refund goes to an account that a bank's
 * statement named.
 */
export function isIban(text: string): boolean {
  const { errorCodes } = validateIBAN(text);
  return errorCodes.every((code) => code === ValidationErrorsIBAN.WrongAccountBankBranchChecksum);
}

/**
 * Country codes of IBANs in the SEPA schemes (European Payments Council, EPC409-09). Elsewhere a euro transfer is an
 * international one. The list of `ibantools` lacks the countries that joined last.
 */
const SEPA =
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA';

const SEPA_COUNTRIES: ReadonlySet<string> = new Set(SEPA.split(' '));

/** Returns true if a euro transfer to this account goes through SEPA. */
export function isInSepa(account: string): boolean {
  return isIban(account) && SEPA_COUNTRIES.has(account.slice(0, 2));
}
