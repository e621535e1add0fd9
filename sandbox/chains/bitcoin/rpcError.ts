/** bitcoind's codes: https://github.com/bitcoin/bitcoin/blob/master/src/rpc/protocol.h */
export const RPC_CODES = {
  invalidAddressOrKey: -5,
  invalidParameter: -8,
  deserialization: -22,
  verifyError: -25,
  verifyRejected: -26,
  alreadyInChain: -27,
} as const;

/** An error that the node's RPC server returns to its caller. */
export class RpcError extends Error {
  override name = 'RPCError';
  /** The RPC server recognizes the error by this type. */
  readonly type = 'RPCError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
