import { isIban } from './iban.ts';

/** What a credit transfer says, in plain values. */
export type CreditTransfer = {
  readonly accountHolder: string;
  readonly account: string;
  readonly bankCode: string;
  readonly reference: string;
  /** Plain decimal string. */
  readonly amount: string;
  readonly currency: string;
};

const LONGEST_NAME = 70;
/** The guideline's most bytes of a whole code. */
const MOST_BYTES = 331;
const BIC = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/;
/** Where the IBAN is enough (the guideline, version 002): the European Economic Area. Elsewhere in SEPA banks need the BIC. */
const EEA: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);
const AMOUNT = /^(?!0+(\.0+)?$)\d{1,9}\.\d{2}$/;
const CREDITOR_REFERENCE = /^RF\d{2}[0-9A-Z]{1,21}$/;

/**
 * The text of the European Payments Council's code for a SEPA credit transfer (EPC069-12, version 002), from which a
 * banking app fills in the whole transfer. Null where the guideline has no code: another currency than the euro, an
 * account that is no IBAN, one outside the European Economic Area without a BIC, a value that does not fit.
 */
export function creditTransferCode(transfer: CreditTransfer): string | null {
  const account = compact(transfer.account);
  const bankCode = compact(transfer.bankCode);
  const name = transfer.accountHolder.trim();
  const bic = BIC.test(bankCode) ? bankCode : '';
  const fits =
    transfer.currency === 'EUR' &&
    isIban(account) &&
    (bic !== '' || EEA.has(account.slice(0, 2))) &&
    AMOUNT.test(transfer.amount) &&
    name !== '' &&
    Array.from(name).length <= LONGEST_NAME;
  if (!fits) return null;
  const reference = compact(transfer.reference);
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
    // One of the two kinds of remittance information alone; nothing follows the last line that says something.
    ...(structured ? [] : [transfer.reference.trim()]),
  ];
  const code = lines.join('\n');
  return new TextEncoder().encode(code).length <= MOST_BYTES ? code : null;
}

/** Without the blanks that it is printed with: as a bank's field takes it. */
export function compact(printed: string): string {
  return printed.replace(/\s+/g, '').toUpperCase();
}
