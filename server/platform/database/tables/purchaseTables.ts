import type { TableDescriptions } from './tableDescription.ts';

export const purchaseTables = {
  conversions: {
    rights: ['', 'raw', '', 'r', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other:
      'client_order_id order_id part venue base quote base_amount limit_price status filled_base cost fees claimed_until created_at updated_at side sends venue_orders ask_at',
  },
  disputes: {
    rights: ['', 'raw', '', 'r', 'r'],
    retention: 'indefinitely; the buyer’s data for five years after the order’s last change',
    seen: 'the operator’s staff; the acquirer',
    personal: {},
    other:
      'id order_id payment_id status reason units warned held_units lost_units fee_units event_count opened_at due_at answered evidence evidence_at evidence_request needs_consent requested_at attend_at updated_at',
  },
  manual_evidence: {
    rights: ['', 'rwd', '', '', 'ra'],
    columns: {
      // Only the worker writes what was sent.
      operator: { a: ['request_id', 'dispute_id', 'sealed', 'try_at'] },
    },
    retention: 'until 90 days after the bank has decided; unsent answers with their request',
    seen: 'only the server; the acquirer',
    personal: {
      sealed: ['sealed', 'a staff member’s note about the buyer, and the evidence sent: name, address, activity'],
    },
    other: 'request_id dispute_id try_at submitted_at',
  },
  evidence_files: {
    rights: ['', 'rwd', '', '', 'ra'],
    columns: {
      operator: { a: ['request_id', 'kind', 'type', 'sealed'] },
    },
    retention: 'as `manual_evidence`',
    seen: 'only the server; the acquirer',
    personal: {
      sealed: ['sealed', 'correspondence, receipts and other files that a staff member has chosen'],
    },
    other: 'request_id kind type acquirer_file_id',
  },
  identity_reservations: {
    rights: ['ra', 'ra', '', '', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'only the server',
    personal: {},
    other: 'order_id reserved_at',
  },
  risk_reservations: {
    rights: ['ra', 'ra', '', '', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'only the server',
    personal: { fingerprint: ['in the clear', 'the acquirer’s id of the card number'] },
    other: 'order_id reserved_at',
  },
  offers: {
    rights: ['raw', 'rawd', '', '', 'r'],
    retention: 'a day',
    seen: 'only the server',
    personal: {},
    other:
      'quote_id offer_type pay_method pay_asset pay_decimals pay_units receive_asset receive_decimals receive_units processing_fee_units network_fee_units affiliate_fee_units offered_at',
  },
  provider_answers: {
    rights: ['raw', 'rd', '', '', 'r'],
    retention: 'a day (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'minute provider outcome within_ms times',
  },
  connected_providers: {
    rights: ['', 'rawd', '', '', 'r'],
    retention: 'a day after the last connection (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'provider reported_at',
  },
  test_quotes: {
    rights: ['', 'rwd', '', '', 'ra'],
    retention: '30 days (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'id provider requested_by question requested_at started_at answered_at milliseconds answer',
  },
  ended_order_changes: {
    rights: ['r', 'r', '', '', ''],
    retention: 'for seconds (identifies no one)',
    seen: 'only the server',
    personal: {},
    other: 'id status change',
  },
  ended_orders: {
    rights: ['r', 'r', '', '', ''],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff, by the metrics',
    personal: {},
    other: 'status count',
  },
  order_claims: {
    rights: ['', '', '', '', ''],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'order_id number kind subject initiated_here units received clawed_back refunded sent at',
  },
  order_events: {
    rights: ['ra', 'ra', '', 'r', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'the buyer; the operator’s staff, by `show`',
    personal: {},
    other: 'order_id sequence kind key data from_status to_status unexpected at',
  },
  order_steps: {
    rights: ['', 'raw', '', 'r', 'r'],
    retention: 'the vendor’s message for 400 days',
    seen: 'the operator’s staff, by `show`',
    personal: {
      message: ['in the clear', 'the vendor’s message, without secrets and personal data'],
    },
    other: 'id order_id step subject try times outcome refusal conclusion milliseconds first_at at',
  },
  orders: {
    rights: ['raw', 'rw', 'r', 'r', 'r'],
    columns: {
      api: {
        w: [
          // Columns that a buyer's request may change; refuse_status_of_money restricts the states.
          'status exception dispute held_from hold_requested reason event_sequence receive_units seal price reference_price',
          'requote_units current_attempt_id tries_left frozen capture_before deadline_at attend_at updated_at',
          // Changed when a guest logs in, and when an account is deleted
          'buyer_id guest_hash address submission_hash wallet_type exchange_name redirect_url reference referer_url',
          'referer_order client_address',
        ].flatMap((line) => line.split(' ')),
      },
    },
    retention: 'indefinitely; the buyer’s data for five years after the order’s last change',
    seen: 'the buyer; the operator’s staff, by `show`, `list orders`; the partner, without the buyer’s data',
    personal: {
      submission_hash: ['hash', 'of the submitted order'],
      buyer_id: ['in the clear', 'the buyer’s id'],
      guest_hash: ['hash', 'of a guest’s cookie'],
      country: ['in the clear', 'country of the IP address'],
      locale: ['in the clear', 'the language'],
      address: ['in the clear', 'the wallet: signed, compared with lists, public on its chain'],
      wallet_type: ['in the clear', 'kind of wallet, for the travel rule'],
      exchange_name: ['in the clear', 'the buyer’s exchange, for the travel rule'],
      redirect_url: ['in the clear', 'the page to which the buyer returns'],
      client_address: ['in the clear', 'the IP address: risk rules count by it'],
      transfer_reference: ['in the clear', 'the reference that the buyer’s transfer contains'],
      reference: ['in the clear', 'the partner’s reference'],
      referer_url: ['in the clear', 'the page from which the buyer came'],
      referer_order: ['in the clear', 'an earlier order, from the link'],
    },
    other:
      'id order_no quote_id offer_type partner_id status exception dispute held_from hold_requested reason event_sequence pay_method side pay_currency pay_units receive_currency receive_units processing_fee_units network_fee_units price reference_price euro_cents requote_units network current_attempt_id tries_left authorized_units captured_units received_units refunded_units capture_before payment_deadline deadline_at attend_at created_at updated_at surplus_units surplus_returned_units partner_share_units pay_asset pay_decimals receive_asset receive_decimals disputed_units clawed_back_units frozen partner_session seal',
  },
  payment_attempts: {
    rights: ['raw', 'rw', 'r', 'r', 'r'],
    columns: {
      api: {
        w: [
          'confirmation_token',
          'client_secret',
          'saved_card_id',
          'payment_method_id',
          'card_country',
          'brand',
          'last4',
          'expiry_month',
          'expiry_year',
          'fingerprint',
        ],
      },
    },
    retention: 'indefinitely; the buyer’s data for five years after the order’s last change',
    seen: 'the buyer; the operator’s staff, by `show`',
    personal: {
      confirmation_token: ['in the clear', 'gives access to the payment at the acquirer for minutes'],
      saved_card_id: ['in the clear', 'id of the saved card'],
      client_secret: ['in the clear', 'gives the buyer’s browser access to the payment at the acquirer'],
      payment_method_id: ['in the clear', 'id of the card at the acquirer'],
      brand: ['in the clear', 'brand of the card'],
      last4: ['in the clear', 'the last four digits'],
      expiry_month: ['in the clear', 'month of expiry of the card'],
      expiry_year: ['in the clear', 'year of expiry of the card'],
      fingerprint: ['in the clear', 'the acquirer’s id of the card number; risk rules count by it'],
      card_country: ['in the clear', 'the country that issued the card; risk rules compare it'],
    },
    other: 'id order_id submission_id save_card status payment_id refusal created_at updated_at fee_booked',
  },
  payout_inputs: {
    rights: ['', 'raw', '', '', ''],
    retention: 'indefinitely (identifies no one)',
    seen: 'only the server',
    personal: {},
    other: 'network txid output_index payout_id live',
  },
  payout_variants: {
    rights: ['', 'ra', 'r', 'r', 'r'],
    retention: 'indefinitely, as part of the books',
    seen: 'the operator’s staff',
    personal: {
      unsigned: ['in the clear', 'the unsigned transaction with the wallet, public on its chain'],
      bytes: ['in the clear', 'the signed transaction'],
    },
    other: 'payout_id number transaction_id created_at broadcast_at purpose request_id',
  },
  payouts: {
    rights: ['r', 'raw', 'r', 'r', 'r'],
    retention: 'indefinitely, as part of the books',
    seen: 'the buyer; the operator’s staff, by `show`',
    personal: {
      to_address: ['in the clear', 'the wallet, public on its chain'],
    },
    other:
      'id order_id network asset from_address units nonce status transaction_id confirmations fee_units created_at updated_at quoted_fee_units decimals fee_asset fee_decimals waits_for batch_id',
  },
  provider_orders: {
    rights: ['raw', 'rw', '', '', 'r'],
    columns: {
      api: { w: ['page_url', 'page_single_use', 'page_expires_at'] },
    },
    retention: 'with the order',
    seen: 'the buyer; the operator’s staff, by `show`',
    personal: {
      page_url: ['in the clear', 'the provider’s page of the purchase'],
      address: ['in the clear', 'the wallet that the provider reported'],
    },
    other:
      'order_id provider provider_order_id page_single_use page_expires_at offered_affiliate_units provider_status reason pay_units receive_units affiliate_units transaction_id worse_at_checkout paid_at delivered_at reported_at',
  },
  provider_purchases: {
    rights: ['', 'raw', '', '', ''],
    retention: 'with the order',
    seen: 'only the server',
    personal: {
      access_token: ['in the clear', 'gives access to the purchase at the provider'],
    },
    other: 'provider provider_order_id order_id reported_at is_foreign requested_at',
  },
  replay_parts: {
    rights: ['ra', '', '', '', 'r'],
    retention: '14 days',
    seen: 'the operator’s staff',
    personal: {
      events: ['in the clear', 'texts, values and pictures are masked in the browser'],
    },
    other: 'recording_id sequence',
  },
  replay_recordings: {
    rights: ['raw', 'rd', '', '', 'r'],
    retention: '14 days',
    seen: 'the operator’s staff',
    personal: {},
    other: 'id country opened_at characters',
  },
  risk_decisions: {
    rights: ['raw', 'raw', '', 'r', 'r'],
    columns: {
      api: { w: ['buyer_id', 'facts'] },
    },
    retention: 'indefinitely; the buyer’s data for five years after the order’s last change',
    seen: 'the operator’s staff, by `show`',
    personal: {
      facts: ['in the clear', 'counts and list entries; never what the buyer entered'],
      buyer_id: ['in the clear', 'the buyer’s id'],
    },
    other: 'id order_id rule outcome at stage',
  },
  signed_forms: {
    rights: ['', '', 'ra', '', ''],
    retention: 'indefinitely, without changes',
    seen: 'the operator’s staff',
    personal: {
      payments: ['in the clear', 'the wallet, public on its chain, and the amount that was paid for the coins'],
      unsigned: ['in the clear', 'the unsigned transaction with the wallet, public on its chain'],
      bytes: ['in the clear', 'the signed transaction'],
    },
    other:
      'number network purpose payer order_nos claims inputs proofs euro_cents asset units transaction_id signed_at mac',
  },
  found_transactions: {
    rights: ['', 'raw', '', 'r', 'r'],
    retention: 'indefinitely, without changes',
    seen: 'the operator’s staff, with the difference that they explain',
    personal: {
      unsigned: ['in the clear', 'the unsigned transaction with the wallet, public on its chain'],
      bytes: ['in the clear', 'the signed transaction'],
    },
    other: 'transaction_id network found_at order_nos cancels',
  },
  signer_releases: {
    rights: ['', '', 'ra', '', ''],
    retention: 'indefinitely, without changes',
    seen: 'the operator’s staff',
    personal: {},
    other: 'number kind name claims content released_at mac',
  },
  signer_status: {
    rights: ['', 'r', 'raw', 'r', 'r'],
    retention: 'until the next report, within half a minute',
    seen: 'the operator’s staff',
    personal: {
      report: ['in the clear', 'the name and the reason of a person who has stopped the signer'],
    },
    other: 'id written_at',
  },
  signer_lease: {
    rights: ['', 'r', 'raw', '', 'r'],
    retention: 'until the active signer renews it, within seconds',
    seen: 'the operator’s staff',
    personal: {},
    other: 'id signer instance lapses_at',
  },
  signers: {
    rights: ['', 'rd', 'raw', '', 'r'],
    retention: 'until its next report, within half a minute; 30 days after the last',
    seen: 'the operator’s staff',
    personal: {},
    other: 'signer report written_at',
  },
  tracking_points: {
    rights: ['raw', 'rwd', '', '', 'r'],
    columns: {
      api: { r: ['order_no'], w: ['order_no'] },
    },
    retention: '90 days',
    seen: 'the operator’s staff',
    personal: {
      order_no: ['in the clear', 'number of the order; deleted with the buyer’s data'],
      user_id: ['in the clear', 'a random id from the browser'],
      country: ['in the clear', 'country of the IP address'],
    },
    other: 'id type place extras at',
  },
  waiting_facts: {
    rights: ['r', 'rad', '', 'r', 'r'],
    retention: 'until they are applied',
    seen: 'the operator’s staff',
    personal: {
      facts: ['in the clear', 'facts of an order’s event; no personal data'],
    },
    other: 'id order_id key kind arrived_at',
  },
} satisfies TableDescriptions;
