/** What bitcoind says when it does not take a transaction, and what it means for a payout. */
export type BroadcastWord =
  | 'already_known'
  /** An input is spent, or its own transaction is unknown: to be asked. */
  | 'inputs_gone'
  | 'fee_too_low'
  /** Later it may be taken. */
  | 'not_now'
  | 'invalid';

/** From https://github.com/bitcoin/bitcoin: src/rpc/protocol.h, src/validation.cpp, src/policy. The first row that fits counts. */
const words: readonly (readonly [pattern: RegExp, word: BroadcastWord])[] = [
  [/already in block chain|already in utxo set|txn-already-known|txn-already-in-mempool/i, 'already_known'],
  [/bad-txns-inputs-missingorspent|missing inputs/i, 'inputs_gone'],
  [/min relay fee not met|mempool min fee not met|insufficient fee|txn-mempool-conflict/i, 'fee_too_low'],
  [/too-long-mempool-chain|mempool full|non-final|non-BIP68-final|premature-spend/i, 'not_now'],
  [
    /bad-txns-|bad-witness|script-verify-flag|TX decode failed|^dust$|scriptpubkey|tx-size|max-fee-exceeded/i,
    'invalid',
  ],
];

/** Undefined for words that nobody has seen yet. */
export function broadcastWord(message: string): BroadcastWord | undefined {
  return words.find(([pattern]) => pattern.test(message))?.[1];
}
