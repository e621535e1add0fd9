import { createMessageClassifier, type NodeMessages } from '../nodeMessageClassifier.ts';

/** Meaning of bitcoind's reject reasons for a payout. */
export type NodeMeaning =
  | 'already_known'
  /** An input is spent, or its transaction is unknown: the node has to be queried. */
  | 'inputs_gone'
  | 'fee_too_low'
  /** Another node may accept it, or this one later. */
  | 'not_now'
  /** No node accepts it. */
  | 'invalid';

/**
 * Reject reasons, as they appear before the comma in the message of `sendrawtransaction`. Lacks the reasons for packages
 * of transactions, since none are sent.
 */
export const bitcoinNodeMessages: readonly NodeMessages<NodeMeaning>[] = [
  {
    client: 'messages of sendrawtransaction itself',
    sources: [
      'https://github.com/bitcoin/bitcoin/blob/00afc8eca963/src/common/messages.cpp',
      'https://github.com/bitcoin/bitcoin/blob/master/src/node/transaction.cpp',
      'https://github.com/bitcoin/bitcoin/blob/master/src/rpc/mempool.cpp',
    ],
    means: {
      already_known: ['Transaction outputs already in utxo set', 'Transaction already in block chain'],
      inputs_gone: ['Inputs missing or spent', 'Missing inputs', 'missing-inputs'],
      not_now: [
        // Limits of this node's configuration (-maxtxfee, maxfeerate, maxburnamount).
        'Fee exceeds maximum configured by user',
        'max-fee-exceeded',
        'absurdly-high-fee',
        'Unspendable output exceeds maximum configured by user',
        'Transaction rejected by mempool',
        'Mempool internal error',
        'Private broadcast queue is full',
      ],
      invalid: ['TX decode failed'],
    },
  },
  {
    client: 'the rules of blocks',
    sources: [
      'https://github.com/bitcoin/bitcoin/blob/master/src/consensus/tx_check.cpp',
      'https://github.com/bitcoin/bitcoin/blob/master/src/consensus/tx_verify.cpp',
      'https://github.com/bitcoin/bitcoin/blob/master/src/validation.cpp',
    ],
    means: {
      inputs_gone: ['bad-txns-inputs-missingorspent', 'bad-txns-inputs-spent'],
      not_now: ['non-final', 'non-BIP68-final', 'bad-txns-premature-spend-of-coinbase'],
      invalid: [
        'coinbase',
        'bad-cb-length',
        'bad-txns-vin-empty',
        'bad-txns-vout-empty',
        'bad-txns-oversize',
        'bad-txns-vout-negative',
        'bad-txns-vout-toolarge',
        'bad-txns-txouttotal-toolarge',
        'bad-txns-inputs-duplicate',
        'bad-txns-prevout-null',
        'bad-txns-inputvalues-outofrange',
        'bad-txns-in-belowout',
        'bad-txns-fee-outofrange',
        'mandatory-script-verify-flag-failed',
        'block-script-verify-flag-failed',
      ],
    },
  },
  {
    client: 'the rules of the memory pool',
    sources: [
      'https://github.com/bitcoin/bitcoin/blob/master/src/validation.cpp',
      'https://github.com/bitcoin/bitcoin/blob/master/src/policy/policy.cpp',
      'https://github.com/bitcoin/bitcoin/blob/master/src/policy/rbf.cpp',
      'https://github.com/bitcoin/bitcoin/blob/master/src/policy/truc_policy.cpp',
      'https://github.com/bitcoin/bitcoin/blob/master/src/policy/ephemeral_policy.cpp',
    ],
    means: {
      already_known: ['txn-already-known', 'txn-already-in-mempool', 'txn-same-nonwitness-data-in-mempool'],
      fee_too_low: [
        'min relay fee not met',
        'mempool min fee not met',
        'insufficient fee',
        // The replacement does not improve the mempool's fees for a miner.
        'replacement-failed',
      ],
      not_now: [
        'mempool full',
        'too-long-mempool-chain',
        'too-large-cluster',
        'too many potential replacements',
        'replacement-adds-unconfirmed',
        'bip125-replacement-disallowed',
        // Another pending transaction spends the payout's inputs and does not signal replaceability: a higher fee does not help.
        'txn-mempool-conflict',
        'TRUC-violation',
      ],
      invalid: [
        'version',
        'tx-size',
        'tx-size-small',
        'scriptsig-size',
        'scriptsig-not-pushonly',
        'scriptpubkey',
        'bare-multisig',
        'datacarrier',
        'multi-op-return',
        'dust',
        'missing-ephemeral-spends',
        'bad-txns-nonstandard-inputs',
        'bad-witness-nonstandard',
        'bad-txns-too-many-sigops',
        'bad-txns-spends-conflicting-tx',
        'non-mandatory-script-verify-flag',
        'mempool-script-verify-flag-failed',
      ],
    },
  },
];

export const classifyNodeMessage = createMessageClassifier(bitcoinNodeMessages, 'first');
