import { availableParallelism } from 'node:os';

/** Name of the environment variable that holds the machine's pace: a number, 1 or more; 2 for a machine half as fast. */
export const PACE_VARIABLE = 'SLIPWAY_TEST_PACE';

/**
 * The product's slowest tasks for which tests wait pause for 60 s between runs, and a result may need two runs
 * (server/app/worker/worker.ts).
 */
const BASE_PATIENCE_MS = 150_000;
const SLOWEST_PACE = 10;

/** Limit for a test's wait for a condition. It does not delay passing tests: wait for a condition, and pass this as the limit. */
export const patienceMs = BASE_PATIENCE_MS * readPace(process.env[PACE_VARIABLE]);

/** Limit of one test or hook, which may wait for several conditions in turn. */
export const testTimeoutMs = 4 * patienceMs;

/** Returns the factor that the variable holds, 1 if it is unset. Throws if it is not a number of at least 1. */
export function readPace(value: string | undefined): number {
  if (value === undefined || value === '') return 1;
  const pace = Number(value);
  if (!Number.isFinite(pace) || pace < 1) throw new Error(`${PACE_VARIABLE} must be a number of at least 1: ${value}`);
  return pace;
}

/** Time that the reference machine, two idle cores, takes for one piece of work. */
const REFERENCE_PIECE_MS = 0.07;
const REFERENCE_CORES = 2;
const ROUNDS_PER_PIECE = 40_000;
/** The first pieces run before the engine has optimised the loop. */
const WARM_UP_MS = 20;
const MEASUREMENT_MS = 230;

/**
 * Returns how many times slower this machine is at present than the reference machine, between 1 and 10. It works for a
 * quarter of a second; processes that others run take a share of that time, and so count as slowness.
 */
export function measurePace(): number {
  countPieces(WARM_UP_MS);
  const pieceMs = MEASUREMENT_MS / Math.max(countPieces(MEASUREMENT_MS), 1);
  const missingCores = Math.max(REFERENCE_CORES / availableParallelism(), 1);
  return Math.min(Math.max((pieceMs / REFERENCE_PIECE_MS) * missingCores, 1), SLOWEST_PACE);
}

/** Returns how many pieces of fixed work fit into the time. */
function countPieces(durationMs: number): number {
  const end = performance.now() + durationMs;
  let pieces = 0;
  let state = 1;
  while (performance.now() < end) {
    // Xorshift: uses only the processor and no memory.
    for (let round = 0; round < ROUNDS_PER_PIECE; round += 1) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
    }
    pieces += 1;
  }
  // The state never becomes 0; using it keeps the engine from dropping the loop.
  return state === 0 ? 0 : pieces;
}
