import { isIban } from './iban.ts';

/** Details of a credit transfer, unformatted. */
export type CreditTransfer = {
  readonly accountHolder: string;
  readonly account: string;
  readonly bankCode: string;
  readonly reference: string;
  /** Plain decimal string. */
  readonly amount: string;
  readonly currency: string;
};

const MAX_NAME_LENGTH = 70;
/** Maximum size of the whole code in bytes (EPC guideline). */
const MAX_BYTES = 331;
const BIC = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/;
/**
 * Countries where the IBAN suffices (guideline version 002): the European Economic Area. Elsewhere in SEPA the BIC is
 * required.
 */
const EEA: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);
const AMOUNT = /^(?!0+(\.0+)?$)\d{1,9}\.\d{2}$/;
const CREDITOR_REFERENCE = /^RF\d{2}[0-9A-Z]{1,21}$/;

/**
 * Returns the text of the European Payments Council's QR code for a SEPA credit transfer (EPC069-12, version 002), from
 * which a banking app fills in the whole transfer. Returns null if the guideline does not allow a code: a currency
 * other than the euro, an account that is not an IBAN, an account outside the European Economic Area without a BIC, or
 * a value that does not fit.
 */
export function buildCreditTransferCode(transfer: CreditTransfer): string | null {
  const account = normalizeBankValue(transfer.account);
  const bankCode = normalizeBankValue(transfer.bankCode);
  const name = transfer.accountHolder.trim();
  const bic = BIC.test(bankCode) ? bankCode : '';
  const fits =
    transfer.currency === 'EUR' &&
    isIban(account) &&
    (bic !== '' || EEA.has(account.slice(0, 2))) &&
    AMOUNT.test(transfer.amount) &&
    name !== '' &&
    Array.from(name).length <= MAX_NAME_LENGTH;
  if (!fits) return null;
  const reference = normalizeBankValue(transfer.reference);
  const structured = CREDITOR_REFERENCE.test(reference);
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic,
    name,
    account,
    `EUR${transfer.amount}`,
    '',
    structured ? reference : '',
    // Only one of the two kinds of remittance information may be given; the last non-empty line ends the code.
    ...(structured ? [] : [transfer.reference.trim()]),
  ];
  const code = lines.join('\n');
  return new TextEncoder().encode(code).length <= MAX_BYTES ? code : null;
}

/** Removes the spaces of the printed form and converts it to upper case, as bank fields expect. */
export function normalizeBankValue(printed: string): string {
  return printed.replace(/\s+/g, '').toUpperCase();
}
