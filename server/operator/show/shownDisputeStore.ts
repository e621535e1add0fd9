import { type Amount, createAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

export type ShownDispute = {
  readonly id: string;
  readonly payment: string;
  readonly status: string;
  readonly reason: string;
  readonly amount: Amount;
  readonly heldBack: Amount;
  readonly lost: Amount;
  readonly openedAt: Date;
  readonly answerBefore: Date | null;
  readonly answered: boolean;
  readonly ourAnswer: string;
  readonly ourAnswerAt: Date | null;
};

type DisputeRow = Omit<ShownDispute, 'amount' | 'heldBack' | 'lost'> & {
  readonly units: bigint;
  readonly heldUnits: bigint;
  readonly lostUnits: bigint;
  readonly asset: string;
  readonly currency: string;
  readonly decimals: number;
};

export async function findShownDisputes(database: Queryable, orderId: number): Promise<ShownDispute[]> {
  const rows = await database.many<DisputeRow>(sql`
    select d.id, d.payment_id as payment, d.status, d.reason, d.units, d.held_units,
      d.lost_units, d.opened_at, d.due_at as answer_before, d.answered,
      d.evidence as our_answer, d.evidence_at as our_answer_at, o.pay_asset as asset, o.pay_currency as currency,
      o.pay_decimals as decimals
    from disputes d join orders o on o.id = d.order_id where d.order_id = ${orderId} order by d.opened_at, d.id`);
  return rows.map(({ units, heldUnits, lostUnits, asset, currency, decimals, ...plain }) => {
    const amount = (of: bigint) => createAmount({ id: asset, code: currency, decimals }, of);
    return { ...plain, amount: amount(units), heldBack: amount(heldUnits), lost: amount(lostUnits) };
  });
}
