import type { SandboxClock } from './clock.ts';
import type { Faults } from './faults.ts';

/** Inputs that every stand-in gets when it starts. */
export type World = {
  /** A separate folder for the stand-in's books. */
  readonly dataDir: string;
  readonly clock: SandboxClock;
  readonly faults: Faults;
  /** The product's address, to which webhooks are sent. */
  readonly productUrl: string;
};

/** A local service that implements a vendor's documented protocol. */
export type StandIn = {
  readonly name: string;
  readonly url: string;
  /** Returns the stand-in's view of everything that happened, for comparison with the product's ledger. */
  books(): unknown;
  stop(): Promise<void>;
};
