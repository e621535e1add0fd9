/**
 * The sandbox's time: the machine's plus an offset. The product's database has the same offset, so that advancing the clock
 * advances deadlines, holds and stand-ins together.
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
