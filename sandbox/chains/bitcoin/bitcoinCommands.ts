// Messages between the sandbox and the process of its Bitcoin node.

/** Settings with which the process starts its node. */
export type BitcoinSettings = { readonly folder: string; readonly port: number; readonly treasuryKey: string };

export type BitcoinCommand = {
  readonly id: number;
  readonly name: 'waiting' | 'height' | 'mine' | 'reorg' | 'fees' | 'drop' | 'balance' | 'pay' | 'stop';
  /** Number of blocks or outputs, or multiple of the usual fee. */
  readonly count?: number;
  /** An address or a transaction id. */
  readonly text?: string;
  /** Satoshi, as a decimal string. */
  readonly units?: string;
};

/** The reply to the command with the same id. The reply with id 0 reports that the node has started, or the error. */
export type BitcoinReply = { readonly id: number; readonly value?: unknown; readonly error?: string };
