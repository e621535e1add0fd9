/** The chart of accounts. Debits are positive: they increase assets and expenses; credits increase liabilities and income. */
export const accounts = [
  'asset:acquirer',
  'asset:bank',
  'asset:venue',
  'asset:wallet',
  'asset:transit',
  'asset:affiliate',
  'asset:dispute',
  'liability:buyer',
  'liability:refund',
  'liability:partner',
  'liability:unallocated',
  'income:processing',
  'income:network',
  'income:affiliate',
  // Interest that the bank pays on its balance.
  'income:interest',
  // A booked difference: the external account had more than the ledger.
  'income:difference',
  'expense:acquirer',
  // Fees of the bank for the account and its transfers.
  'expense:bank',
  'expense:venue',
  'expense:network',
  'expense:partner',
  'expense:dispute',
  // A booked difference: the external account had less than the ledger.
  'expense:difference',
  'trading',
  'fx',
  'equity',
] as const;

export type Account = (typeof accounts)[number];
