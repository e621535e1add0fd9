/** What nodes say when they do not take a transaction (geth, erigon, nethermind, reth), and what it means for a payout. */
export type BroadcastWord = 'already_known' | 'spent_elsewhere' | 'fee_too_low' | 'invalid';

const words: readonly (readonly [pattern: RegExp, word: BroadcastWord])[] = [
  [/already known|already imported|known transaction|alreadyknown/i, 'already_known'],
  [/nonce too low|nonce is too low|oldnonce/i, 'spent_elsewhere'],
  [
    /underpriced|fee cap .* less than block base fee|max fee per gas less than block base fee|feetoolow/i,
    'fee_too_low',
  ],
  [/invalid sender|invalid signature|invalid chain id|rlp:|intrinsic gas too low|exceeds block gas limit/i, 'invalid'],
];

export function broadcastWord(detail: string): BroadcastWord | undefined {
  return words.find(([pattern]) => pattern.test(detail))?.[1];
}
