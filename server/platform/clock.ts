/** The one clock of the product: the database's time with its offset, known to a process within a second. */
export type Clock = { now(): Date };

/**
 * The machine's time. Partners' signatures are checked against it: their clocks do not follow the sandbox's.
 */
export function machineNow(): Date {
  return new Date();
}

/** A clock that follows the database: `measure` is called now and then, and the difference to this machine is kept. */
export type FollowingClock = Clock & { follow(databaseNow: Date, measuredAt: Date): void };

/** Measures once by the database, half of the way there and back being its answer's. */
export async function followDatabase(clock: FollowingClock, database: { now(): Promise<Date> }): Promise<void> {
  const before = Date.now();
  const databaseNow = await database.now();
  clock.follow(databaseNow, new Date((before + Date.now()) / 2));
}

export function createFollowingClock(): FollowingClock {
  let differenceMs = 0;
  return {
    now: () => new Date(Date.now() + differenceMs),
    follow(databaseNow, measuredAt) {
      differenceMs = databaseNow.getTime() - measuredAt.getTime();
    },
  };
}
