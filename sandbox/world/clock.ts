/**
 * The sandbox's time: the machine's plus an offset. The product's database carries the same offset, so that
 * moving the clock moves deadlines, holds and stand-ins together.
 */
export type SandboxClock = {
  now(): Date;
  offsetSeconds(): number;
  advance(seconds: number): void;
};

export function createSandboxClock(offsetSeconds = 0): SandboxClock {
  let offset = offsetSeconds;
  return {
    now: () => new Date(Date.now() + offset * 1000),
    offsetSeconds: () => offset,
    advance(seconds) {
      offset += seconds;
    },
  };
}
