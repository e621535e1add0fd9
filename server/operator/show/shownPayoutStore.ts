import { type Amount, createAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

export type ShownForm = {
  readonly number: number;
  /** `payment`, or `cancellation`. */
  readonly purpose: string;
  readonly transaction: string;
  readonly signedAt: Date;
};

export type ShownPayout = {
  readonly id: string;
  readonly status: string;
  readonly amount: Amount;
  readonly network: string;
  readonly from: string;
  readonly to: string;
  readonly nonce: number | null;
  readonly transaction: string | null;
  readonly confirmations: number;
  readonly fee: Amount | null;
  readonly expectedFee: Amount | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The numbers of the other orders that its transaction pays. */
  readonly togetherWith: string | null;
  readonly variants: readonly ShownForm[];
};

type CopiedField =
  | 'id'
  | 'status'
  | 'network'
  | 'from'
  | 'to'
  | 'nonce'
  | 'transaction'
  | 'confirmations'
  | 'togetherWith';

type PayoutRow = Pick<ShownPayout, CopiedField | 'createdAt' | 'updatedAt'> & {
  readonly units: bigint;
  readonly asset: string;
  readonly decimals: number;
  readonly currency: string;
  readonly feeUnits: bigint | null;
  readonly expectedFeeUnits: bigint | null;
  readonly feeAsset: string;
  readonly feeDecimals: number;
  readonly variants: readonly (Omit<ShownForm, 'signedAt'> & { readonly signedAt: string })[];
};

/** Returns payouts with every signed form, since any of them may be mined; the signed bytes are not selected. */
export async function findShownPayouts(database: Queryable, orderId: number): Promise<ShownPayout[]> {
  const rows = await database.many<PayoutRow>(sql`
    select p.id, p.status, p.network, p.transaction_id as transaction, p.confirmations, p.units, p.asset, p.decimals,
      o.receive_currency as currency, p.from_address as "from", p.to_address as "to", p.nonce,
      p.fee_units, p.quoted_fee_units as expected_fee_units, p.fee_asset,
      p.fee_decimals, p.created_at, p.updated_at,
      coalesce((select jsonb_agg(jsonb_build_object('number', v.number, 'purpose', v.purpose, 'transaction', v.transaction_id,
        'signedAt', v.created_at) order by v.number) from payout_variants v where v.payout_id = p.batch_id), '[]') as variants,
      (select string_agg(w.order_no, ', ' order by w.id) from payouts b join orders w on w.id = b.order_id
        where b.batch_id = p.batch_id and b.id <> p.id) as together_with
    from payouts p join orders o on o.id = p.order_id where p.order_id = ${orderId} order by p.created_at, p.id`);
  return rows.map(toShownPayout);
}

function toShownPayout(row: PayoutRow): ShownPayout {
  const { id, status, network, from, to, nonce, transaction, confirmations, togetherWith, createdAt, updatedAt } = row;
  const fee = (units: bigint | null) =>
    units === null ? null : createAmount({ id: row.feeAsset, code: row.feeAsset, decimals: row.feeDecimals }, units);
  return {
    id,
    status,
    amount: createAmount({ id: row.asset, code: row.currency, decimals: row.decimals }, row.units),
    network,
    from,
    to,
    nonce,
    transaction,
    confirmations,
    fee: fee(row.feeUnits),
    expectedFee: fee(row.expectedFeeUnits),
    createdAt,
    updatedAt,
    togetherWith,
    variants: row.variants.map((variant) => ({
      number: variant.number,
      purpose: variant.purpose,
      transaction: variant.transaction,
      signedAt: new Date(variant.signedAt),
    })),
  };
}
