import { checkProbes, type Probe } from '../notification/heartbeats/watchHeartbeats.ts';
import type { SignerReadiness } from './signerHealth.ts';

/** A database that was not read for so long is away. */
const FOLLOWED_WITHIN_MS = 30_000;

export type SignerWatchOptions = {
  readonly probes: readonly Probe[];
  readonly isLocked: () => boolean;
  /** When the configuration, the lists and the clock of the database were last read. */
  readonly followedAt: () => Date;
  /** Rejects unless a request to the signer's socket reaches this process. */
  readonly checkSocket: () => Promise<void>;
  /** Of this machine. */
  readonly now?: () => Date;
};

/** Finds out what keeps the signer from signing, for its own readiness and for the workers that ask at its socket. */
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

  const isFollowing = () => now().getTime() - followedAt().getTime() <= FOLLOWED_WITHIN_MS;
  return {
    async round() {
      socketFault = await checkSocket().then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      found = (await checkProbes(probes)).map(({ subject, fault }) =>
        subject === '' ? fault : `${subject}: ${fault}`,
      );
      // The repetition logs it once, and then how often it was met.
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
