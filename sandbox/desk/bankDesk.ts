import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { z } from 'zod';
import { openBooks } from '../world/books.ts';
import type { World } from '../world/standIn.ts';

export const transferSchema = z
  .strictObject({
    /** What the payer wrote: an order's reference, or anything else. */
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
  })
  .superRefine(({ amount, currency }, context) => {
    const { decimals } = fiatAsset(currency);
    if ((amount.split('.')[1] ?? '').length > decimals) {
      context.addIssue({ code: 'custom', path: ['amount'], message: `${currency} has ${decimals} decimals` });
    }
    if (/^[0.]+$/.test(amount)) context.addIssue({ code: 'custom', path: ['amount'], message: 'must be above zero' });
  });

export type Transfer = z.infer<typeof transferSchema> & { readonly id: string; readonly bookedAt: string };

/** The operator's bank account, as far as it exists: transfers that came in, each booked once and kept. */
export type BankDesk = {
  receive(transfer: z.infer<typeof transferSchema>): Promise<Transfer>;
  /** Newest first. */
  list(): readonly Transfer[];
  books(): unknown;
};

export function openBankDesk(world: World): BankDesk {
  const books = openBooks<{ transfers: Transfer[] }>(join(world.dataDir, 'bank.json'), { transfers: [] });
  return {
    receive: (transfer) =>
      books.commit((state) => {
        const booked = { ...transfer, id: randomUUID(), bookedAt: world.clock.now().toISOString() };
        state.transfers.push(booked);
        return booked;
      }),
    list: () => books.state.transfers.toReversed(),
    books: () => books.state,
  };
}
