import type { BankStandIn } from '../bank/start.ts';
import type { Funding } from '../chains/faucet.ts';
import type { MarketControls } from '../exchanges/market.ts';
import type { MailStandIn } from '../mail/start.ts';
import type { SanctionsStandIn } from '../sanctions/start.ts';
import type { SumsubStandIn } from '../sumsub/start.ts';
import type { Faults } from '../world/faults.ts';
import type { StandIn } from '../world/standIn.ts';
import type { DeskClock } from './deskClock.ts';

export type ChainDescription = {
  readonly network: string;
  readonly rpcUrl: string;
  readonly assets: readonly { readonly symbol: string; readonly contract: string | null; readonly decimals: number }[];
};

export const CHAIN_ACTIONS = ['pause', 'resume', 'mine', 'reorg', 'fee-spike'] as const;

export type ChainAction = (typeof CHAIN_ACTIONS)[number];

/** The desk's controls of the chains. Impossible actions throw a {@link DeskError}. */
export type DeskChains = {
  describe(): readonly ChainDescription[];
  /** Returns a decimal amount of the asset. */
  balance(network: string, symbol: string, address: string): Promise<string>;
  /** Initial payments to the treasury. */
  fundings(): readonly Funding[];
  /** `count`: number of blocks to mine or revert, or multiple of the usual fee (1 ends the spike). */
  act(network: string, action: ChainAction, count: number | undefined): Promise<void>;
  /** Removes an unconfirmed transaction from the node. */
  drop(network: string, transactionId: string): Promise<void>;
};

/** Everything that the desk controls. */
export type SandboxControlContext = {
  readonly productUrl: string;
  /** A partner's example site. */
  readonly shopUrl: string;
  readonly clock: DeskClock;
  readonly faults: Faults;
  readonly mail: MailStandIn;
  readonly identity: SumsubStandIn;
  readonly bank: BankStandIn;
  readonly chains: DeskChains;
  readonly market: MarketControls;
  readonly sanctions: SanctionsStandIn;
  /** All stand-ins, for their books and pages. */
  readonly standIns: readonly StandIn[];
};

/** A request that the desk cannot fulfil, with a message for the caller. */
export class DeskError extends Error {
  override name = 'DeskFault';
  readonly statusCode: number;

  constructor(statusCode: 400 | 404 | 503, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}
