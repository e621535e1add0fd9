import type { TableDescriptions } from './tableDescription.ts';

export const moneyTables = {
  account_statements: {
    rights: ['', 'raw', '', 'raw', 'r'],
    columns: {
      clerk: { w: ['follows'] },
    },
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other:
      'id file_hash account currency statement_id sequence_number page_number closed_on opening_units net_units closing_units follows started_by created_at uncounted',
  },
  acquirer_lines: {
    rights: ['', 'raw', '', 'rw', 'r'],
    columns: {
      clerk: { w: ['status', 'handled_at', 'arrived_in'] },
    },
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other:
      'acquirer id kind vendor_type currency units fee_units subject booked_at arrives_on descriptor status arrived_in created_at handled_at payout',
  },
  acquirer_payouts: {
    rights: ['', 'raw', '', '', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'acquirer id status arrives_on itemization itemized_at earlier_lines earlier_units read_at',
  },
  bank_entries: {
    rights: ['r', 'raw', '', 'raw', 'r'],
    columns: {
      // To check whether an order has bank bookings or refunds
      api: { r: ['order_id'] },
    },
    retention:
      'as long as the buyer’s data of the order; bookings without an order indefinitely, as part of the operator’s books',
    seen: 'the operator’s staff, by `show` and `list receipts`',
    personal: {
      end_to_end_id: ['in the clear', 'compared with refunds; for some payers their own number'],
      sealed: ['sealed', 'the payer’s name, account and message, and the bank’s text'],
    },
    other:
      'id statement_hash account direction reversal currency units booked_on status reason order_id surplus_units created_at handled_at recalled_units reference transaction_id return_reason stated_in notified doubt refund_doubt refund_id batch_reference batch_units unitemized',
  },
  bank_statements: {
    rights: ['', 'ra', '', 'ra', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {
      name: ['in the clear', 'name of the file'],
    },
    other: 'hash imported_by imported_at entries',
  },
  daily_reports: {
    rights: ['', 'raw', '', '', ''],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'day text csv created_at filed_at',
  },
  fiat_rates: {
    rights: ['r', 'raw', '', 'r', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'currency per_euro sources daily_only observed_at',
  },
  halts: {
    rights: ['r', 'rad', '', 'rad', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'scope reason since',
  },
  ledger_balances: {
    rights: ['', 'r', '', '', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'account asset units',
  },
  manual_bookings: {
    rights: ['', 'ra', '', 'ra', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'transaction_id request_id',
  },
  difference_bookings: {
    rights: ['', 'r', '', 'ra', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'transaction_id place row_id asset units',
  },
  ledger_days: {
    rights: ['', 'r', '', '', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'day account asset kind units postings',
  },
  ledger_postings: {
    rights: ['ra', 'ra', '', 'ra', 'r'],
    columns: {
      // To check that a transaction sums to zero
      api: { r: ['transaction_id', 'asset', 'units'] },
    },
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'id transaction_id order_id account asset units',
  },
  ledger_transactions: {
    rights: ['ra', 'ra', '', 'ra', 'r'],
    columns: {
      api: { r: ['id', 'kind', 'order_id'] },
    },
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'id key kind order_id reverses at',
  },
  ledger_unsummed: {
    rights: ['', 'r', '', '', 'r'],
    retention: 'for seconds (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'id account asset units',
  },
  market_prices: {
    rights: ['r', 'raw', '', 'r', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'base quote mid trusted distrust_reason sources open_24h quote_volume_24h observed_at',
  },
  chain_tips: {
    rights: ['', 'raw', '', '', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'network newest final seen_at',
  },
  network_fees: {
    rights: ['r', 'raw', '', 'r', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'network asset native_units observed_at',
  },
  price_history: {
    rights: ['r', 'rad', '', '', ''],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'base quote mid minute',
  },
  reconciliation_differences: {
    rights: ['r', 'rawd', '', 'rw', 'r'],
    columns: {
      clerk: {
        w: [
          'state',
          'accepted_by',
          'approved_by',
          'accept_reason',
          'accepted_at',
          'booked_in',
          'wait_until',
          'wait_set_by',
          'wait_reason',
        ],
      },
    },
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other:
      'id place account asset state units rest_units rows pending_until opened_at last_seen_at cleared_at accepted_by approved_by accept_reason accepted_at booked_in units_without_rows wait_until wait_set_by wait_reason',
  },
  reconciliation_line_sums: {
    rights: ['', 'r', '', '', ''],
    retention: 'indefinitely (identifies no one)',
    seen: 'only the server',
    personal: {},
    other: 'place asset units',
  },
  reconciliation_lines: {
    rights: ['', 'raw', '', 'r', ''],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'place id grouped_by asset units at is_manual',
  },
  reconciliation_openings: {
    rights: ['', 'ra', '', 'r', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'place asset units',
  },
  reconciliation_places: {
    rights: ['r', 'raw', '', 'r', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'place begun_at read_at failures failure',
  },
  reconciliation_runs: {
    rights: ['', 'rawd', '', 'ra', 'ra'],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'id requested_by requested_at started_at finished_at',
  },
  refunds: {
    rights: ['r', 'raw', 'r', 'r', 'r'],
    columns: {
      api: { r: ['order_id'] },
      // No payee: the signer gets it with the request and verifies it against the bank's files.
      signer: { r: ['id', 'order_id', 'payment_id', 'currency', 'units', 'channel', 'batch_id'] },
    },
    retention: 'the payee as long as the buyer’s data of the order',
    seen: 'the buyer; the operator’s staff, by `show`',
    personal: {
      sealed: ['sealed', 'the payee’s name and account'],
    },
    other:
      'id order_id payment_id units status acquirer_refund_id created_at updated_at currency channel purpose batch_id asset decimals returned_units refused has_creditor',
  },
  external_refunds: {
    rights: ['', 'raw', '', 'r', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'acquirer_refund_id order_id payment_id units reported_at failed_at',
  },
  sum_proof: {
    rights: ['', 'r', '', '', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'single proven_at broken_at kept_until',
  },
  transfer_batches: {
    rights: ['', 'rawd', 'r', 'r', 'r'],
    columns: {
      signer: { r: ['id', 'created_at', 'sent_at'] },
    },
    retention: 'until the buyer’s data of their last order is erased',
    seen: 'the bank',
    personal: {
      sealed: ['sealed', 'the file, with payees and accounts'],
    },
    other: 'id account created_at sent_at',
  },
  treasury_addresses: {
    rights: ['', 'rawd', '', 'r', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'network address written own request_id created_at',
  },
  treasury_funds: {
    rights: ['r', 'raw', '', 'r', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'asset free_units native_free_units observed_at',
  },
  treasury_places: {
    rights: ['', 'raw', '', 'r', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'place asset units observed_at',
  },
  treasury_readings: {
    rights: ['', 'raw', '', '', ''],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'source read_until',
  },
  venue_movements: {
    rights: ['', 'raw', '', 'rw', 'r'],
    columns: {
      clerk: { w: ['status', 'handled_at'] },
    },
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'venue id kind vendor_type currency amount fee reference moved_at status created_at handled_at',
  },
  withdrawals: {
    rights: ['', 'raw', 'r', 'r', 'r'],
    columns: {
      signer: { r: ['id', 'request_id', 'status', 'crypto', 'units', 'address'] },
    },
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other:
      'id request_id venue crypto asset decimals units currency network address status sending_at venue_id transaction_id result created_at updated_at taken_at sent_at arrived_at',
  },
} satisfies TableDescriptions;
