import { formatAmount } from '../../../i18n/formatAmount.ts';
import { getLocale, text } from '../../../i18n/text.ts';
import { normalizeBankValue } from './buildCreditTransferCode.ts';
import { isIban } from './iban.ts';
import type { Transfer } from './TransferSlip.tsx';

/** Returns the transfer's details as text with a label and value per line, as a bank's form needs them. */
export function buildTransferText(transfer: Transfer, currency: string): string {
  const { accountHolder, account, bankCode, bankName, reference, missing } = transfer;
  const byIban = isIban(account);
  const lines = [
    [text('payment.transfer_amount'), formatAmount(missing, currency, getLocale())],
    [text('payment.transfer_reference'), normalizeBankValue(reference)],
    [text('payment.account_holder'), accountHolder],
    [text(byIban ? 'payment.iban' : 'payment.account'), normalizeBankValue(account)],
    [text(byIban ? 'payment.bic' : 'payment.bank_code'), bankCode],
    [text('payment.bank'), bankName],
  ];
  return lines.map(([label, value]) => `${label}: ${value}`).join('\n');
}
