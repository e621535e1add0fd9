import { checkProbes, type Probe } from '../../notification/heartbeats/watchHeartbeats.ts';
import type { SignerReadiness } from './signerHealth.ts';

/** A database not read for this long counts as unreachable. */
const MAX_READ_AGE_MS = 30_000;

export type SignerWatchOptions = {
  readonly probes: readonly Probe[];
  readonly isLocked: () => boolean;
  /** Returns when configuration, lists and clock were last read from the database. */
  readonly followedAt: () => Date;
  /** Rejects unless a request to the signer's socket reaches this process. */
  readonly checkSocket: () => Promise<void>;
  /** This machine's time. */
  readonly now?: () => Date;
};

/** Detects what keeps the signer from signing, for its own readiness and for workers that query its socket. */
export function watchSigner({
  probes,
  isLocked,
  followedAt,
  checkSocket,
  now = () => new Date(),
}: SignerWatchOptions): {
  round(): Promise<void>;
  faults(): readonly string[];
  readiness(): SignerReadiness;
} {
  let found: readonly string[] = [];
  let socketFault: string | undefined = 'the socket was not checked yet';

  const isFollowing = () => now().getTime() - followedAt().getTime() <= MAX_READ_AGE_MS;
  return {
    async round() {
      socketFault = await checkSocket().then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      found = (await checkProbes(probes)).map(({ subject, fault }) =>
        subject === '' ? fault : `${subject}: ${fault}`,
      );
      // `runPeriodically` logs a repeated error once, and then its count.
      if (socketFault !== undefined) throw new Error(socketFault);
    },
    faults: () => [
      ...(isFollowing() ? [] : ['it does not reach the database']),
      ...(isLocked() ? [] : ['it has lost its lock in the database']),
      ...found,
    ],
    readiness: () => ({ database: isFollowing(), lock: isLocked(), socket: socketFault === undefined }),
  };
}
