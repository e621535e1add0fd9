import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';

/** What the operator's vendors make possible; the rows say what of it is sold. */
export type Offering = {
  /** CAIP-2 ids of the networks that have a node. */
  readonly chains: ReadonlySet<string>;
  readonly methods: ReadonlySet<PayMethod>;
  /** Whether somebody can be asked for a document. */
  readonly identity: boolean;
};
