import type { SandboxClock } from './clock.ts';
import type { Faults } from './faults.ts';

/** What every stand-in gets from the sandbox when it starts. */
export type World = {
  /** A folder of its own in which it keeps its books. */
  readonly dataDir: string;
  readonly clock: SandboxClock;
  readonly faults: Faults;
  /** Where the product listens; webhooks go there. */
  readonly productUrl: string;
};

/** A local service that speaks a vendor's documented protocol. */
export type StandIn = {
  readonly name: string;
  readonly url: string;
  /** Everything it believes to have happened, for comparison with the product's ledger. */
  books(): unknown;
  stop(): Promise<void>;
};
