import { z } from 'zod';

/**
 * Schemas of the used parts of Kraken's answers. ccxt converts JSON numbers to strings too, so every figure stays as
 * written.
 */

const digits = z.string().regex(/^\d+(\.\d+)?$/);

export const assetPairSchema = z.object({
  lot_decimals: z.coerce.number().int().min(0),
  pair_decimals: z.coerce.number().int().min(0),
  ordermin: digits,
  costmin: digits.default('0'),
});

/** Each ask: price, volume, time. */
export const depthSchema = z.object({
  result: z.record(z.string(), z.object({ asks: z.array(z.tuple([digits, digits]).rest(z.unknown())) })),
});

export const addedSchema = z.object({ result: z.object({ txid: z.array(z.string()).min(1) }) });

/**
 * Omits `fee`: Kraken reports it in the quote currency regardless of `oflags`, as an estimate of the charged fee
 * (support.kraken.com/articles/360001184886, `fee`).
 */
export const orderSchema = z.object({
  cl_ord_id: z.string().nullish(),
  status: z.string(),
  /** Epoch seconds. */
  opentm: z.coerce.number(),
  closetm: z.coerce.number().default(0),
  vol_exec: digits,
  cost: digits,
  trades: z.array(z.string()).default([]),
});
export type KrakenOrder = z.infer<typeof orderSchema>;

const ordersSchema = z.record(z.string(), orderSchema);
export const openSchema = z.object({ result: z.object({ open: ordersSchema }) });
/** https://docs.kraken.com/api-reference/account-data/get-closed-orders */
export const closedOrdersPageSchema = z.object({
  result: z.object({ closed: ordersSchema, count: z.coerce.number().int().min(0) }),
});

const signedDigits = z.string().regex(/^-?\d+(\.\d+)?$/);

export const balancesSchema = z.object({ result: z.record(z.string(), digits) });

/** https://docs.kraken.com/api-reference/funding/get-withdrawal-methods */
export const withdrawMethodsSchema = z.object({
  result: z.array(z.object({ method: z.string(), network: z.string().nullish(), minimum: digits.nullish() })),
});

/** https://docs.kraken.com/api-reference/funding/get-withdrawal-addresses */
export const withdrawAddressesSchema = z.object({
  result: z.array(
    z.object({
      address: z.string(),
      method: z.string(),
      key: z.string(),
      verified: z.union([z.boolean(), z.stringbool()]),
    }),
  ),
});

export const withdrawnSchema = z.object({ result: z.object({ refid: z.string().min(1) }) });

/** https://docs.kraken.com/api-reference/funding/get-status-of-recent-withdrawals */
export const withdrawalsSchema = z.object({
  result: z.array(
    z.object({
      refid: z.string(),
      txid: z.string().nullish(),
      info: z.string().nullish(),
      amount: digits,
      fee: digits.nullish(),
      time: z.coerce.number(),
      status: z.string(),
    }),
  ),
});
export type KrakenWithdrawal = z.infer<typeof withdrawalsSchema>['result'][number];

/** https://docs.kraken.com/api-reference/account-data/get-ledgers-info */
export const ledgerPageSchema = z.object({
  result: z.object({
    ledger: z.record(
      z.string(),
      z.object({
        refid: z.string(),
        /** Epoch seconds. */
        time: z.coerce.number(),
        type: z.string(),
        subtype: z.string().default(''),
        asset: z.string(),
        amount: signedDigits,
        fee: signedDigits,
        /** Balance of the asset after the line. */
        balance: signedDigits,
      }),
    ),
    count: z.coerce.number().int().min(0),
  }),
});
export type KrakenLedgerLine = z.infer<typeof ledgerPageSchema>['result']['ledger'][string];

/** https://docs.kraken.com/api-reference/account-data/get-trade-history */
export const tradesSchema = z.object({
  result: z.object({
    trades: z.record(z.string(), z.object({ ordertxid: z.string() })),
    count: z.coerce.number().int().min(0),
  }),
});
