/** What the sandbox and the process of its Bitcoin node say to each other. */
export type BitcoinSettings = { readonly folder: string; readonly port: number; readonly treasuryKey: string };

export type BitcoinCommand = {
  readonly id: number;
  readonly name: 'waiting' | 'height' | 'mine' | 'reorg' | 'fees' | 'drop' | 'balance' | 'pay' | 'stop';
  /** Blocks, outputs, or how many times the usual fee. */
  readonly count?: number;
  /** An address or a transaction's id. */
  readonly text?: string;
  /** Satoshi, as a decimal string. */
  readonly units?: string;
};

/** Reply 0 says that the node has started, or why not. */
export type BitcoinReply = { readonly id: number; readonly value?: unknown; readonly error?: string };
