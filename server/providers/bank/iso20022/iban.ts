import { ValidationErrorsIBAN, validateIBAN } from 'ibantools';

/**
 * Whether it is an IBAN: the length and the form of its country, and its check digits (ISO 13616). The check digits that
 * some countries have inside are not asked for: the standard does not, and a refund goes to whatever account a bank's own
 * statement has named.
 */
export function isIban(text: string): boolean {
  const { errorCodes } = validateIBAN(text);
  return errorCodes.every((code) => code === ValidationErrorsIBAN.WrongAccountBankBranchChecksum);
}

/**
 * Countries and territories of the SEPA schemes by the code that their IBANs begin with (European Payments Council,
 * EPC409-09). Elsewhere a euro transfer is an international one. The library's own list lacks those that joined last.
 */
const SEPA =
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA';

const SEPA_COUNTRIES: ReadonlySet<string> = new Set(SEPA.split(' '));

/** Whether a euro transfer to this account goes through SEPA. */
export function isInSepa(account: string): boolean {
  return isIban(account) && SEPA_COUNTRIES.has(account.slice(0, 2));
}
