import { randomUUID } from 'node:crypto';
import { createAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import type { Database } from '../../platform/database/database.ts';
import { createLog } from '../../platform/log/log.ts';
import type { BalanceLine } from '../../providers/card/balanceLine.ts';
import { buildBankEntry, createTestBank, EURO } from '../../purchase/refund/testBank.testing.ts';
import { insertLines } from '../../treasury/acquirer/acquirerLineStore.ts';
import { bookLines } from '../../treasury/acquirer/bookLines.ts';

/** Returns functions that create bookings and lines for a person to book by hand. */
export function createUnmatchedLineFixtures(database: Database) {
  const bank = createTestBank(database);
  return {
    /** Creates a bank booking that matches no order, and returns its id. */
    async createUnmatchedBooking(direction: 'credit' | 'debit', cents: bigint): Promise<string> {
      const amount = createAmount(EURO, cents);
      const entry = buildBankEntry({ direction, amount, remittance: 'X', reference: randomUUID() });
      await bank.deliverBookings(entry);
      const { id } = await database.one<{ id: string }>(
        sql`select id from bank_entries where reference = ${entry.reference} and status = 'unallocated'`,
      );
      return id;
    },
    /** Creates a balance line of the acquirer, runs the automatic booking of lines, and returns the line. */
    async createBalanceLine(
      overrides: Partial<BalanceLine> & Pick<BalanceLine, 'kind' | 'amount'>,
    ): Promise<BalanceLine> {
      const lineId = `txn_${randomUUID()}`;
      const line = {
        lineId,
        vendorType: overrides.kind,
        fee: createAmount(EURO, 0n),
        subjectId: `po_${lineId}`,
        bookedAt: new Date(),
        ...overrides,
      };
      await insertLines(database, 'acme', [line]);
      await bookLines({ database, log: createLog('silent') });
      return line;
    },
  };
}
