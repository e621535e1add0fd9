/** The chart of accounts. Debit is positive: assets and expenses grow with it, liabilities and income with credit. */
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
  // What the bank pays for the money that lies there.
  'income:interest',
  // Of a difference that nobody could explain: what a place had more than the ledger.
  'income:difference',
  'expense:acquirer',
  // What the bank takes for keeping and moving money.
  'expense:bank',
  'expense:venue',
  'expense:network',
  'expense:partner',
  'expense:dispute',
  // The same, what a place had less.
  'expense:difference',
  'trading',
  'fx',
  'equity',
] as const;

export type Account = (typeof accounts)[number];
