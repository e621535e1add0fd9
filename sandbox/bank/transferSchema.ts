import { fiatAsset } from '@slipway/money/iso4217.ts';
import { z } from 'zod';
import { DEFAULT_PAYER } from './bankAccounts.ts';

/** A transfer that a payer sends to the operator's account. */
export const transferSchema = z
  .strictObject({
    /** Text from the payer: an order's reference, or anything else. */
    reference: z.string().trim().max(140),
    amount: z
      .union([z.string(), z.number()])
      .transform(String)
      .pipe(z.string().regex(/^\d{1,15}(\.\d{1,4})?$/, 'must be a decimal amount such as 100.00')),
    currency: z
      .string()
      .trim()
      .toUpperCase()
      .pipe(z.string().regex(/^[A-Z]{3}$/, 'must be a currency code such as EUR')),
    /** The payer's own id of the transfer. */
    endToEndId: z.string().trim().max(35).default(''),
    payerName: z.string().trim().min(1).max(70).default(DEFAULT_PAYER.name),
    payerAccount: z
      .string()
      .transform((text) => text.replaceAll(/\s/g, '').toUpperCase())
      .pipe(
        z
          .string()
          .regex(/^[A-Z0-9]{0,34}$/, 'must be an IBAN or another account number, or empty if the bank names none'),
      )
      .default(DEFAULT_PAYER.account),
  })
  .superRefine(({ amount, currency }, context) => {
    const { decimals } = fiatAsset(currency);
    if ((amount.split('.')[1] ?? '').length > decimals) {
      context.addIssue({ code: 'custom', path: ['amount'], message: `${currency} has ${decimals} decimals` });
    }
    if (/^[0.]+$/.test(amount)) context.addIssue({ code: 'custom', path: ['amount'], message: 'must be above zero' });
  });

export type TransferRequest = z.infer<typeof transferSchema>;
