import { meaningReader, type NodeWords } from '../readMeaning.ts';

/** What bitcoind says when it does not take a transaction means for a payout. */
export type NodeMeaning =
  | 'already_known'
  /** An input is spent, or its own transaction is unknown: to be asked. */
  | 'inputs_gone'
  | 'fee_too_low'
  /** Later it may be taken, or by another node. */
  | 'not_now'
  /** No node takes it. */
  | 'invalid';

/** Reasons, as they stand before the comma of `sendrawtransaction`'s message. Packages are not sent. */
export const nodeWords: readonly NodeWords<NodeMeaning>[] = [
  {
    client: 'what sendrawtransaction says itself',
    sources: [
      'https://github.com/bitcoin/bitcoin/blob/00afc8eca963/src/common/messages.cpp',
      'https://github.com/bitcoin/bitcoin/blob/master/src/node/transaction.cpp',
      'https://github.com/bitcoin/bitcoin/blob/master/src/rpc/mempool.cpp',
    ],
    means: {
      already_known: ['Transaction outputs already in utxo set', 'Transaction already in block chain'],
      inputs_gone: ['Inputs missing or spent', 'Missing inputs', 'missing-inputs'],
      not_now: [
        // Bounds of this node's own (-maxtxfee, maxfeerate, maxburnamount).
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
        // It does not make the pool worth more to a miner.
        'replacement-failed',
      ],
      not_now: [
        'mempool full',
        'too-long-mempool-chain',
        'too-large-cluster',
        'too many potential replacements',
        'replacement-adds-unconfirmed',
        'bip125-replacement-disallowed',
        // Another one waits with its inputs and says that it cannot be replaced: a higher fee changes nothing.
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

export const meaningOf = meaningReader(nodeWords, 'first');
