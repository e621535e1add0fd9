/** The product's clock: the database's time with its offset, which each process knows to within a second. */
export type Clock = { now(): Date };

/**
 * Returns the machine's time. Partners' signatures are checked against it, since their clocks do not follow the sandbox's.
 */
export function machineNow(): Date {
  return new Date();
}

/** A clock that follows the database: `follow` is called periodically, and the difference to this machine is kept. */
export type FollowingClock = Clock & { follow(databaseNow: Date, measuredAt: Date): void };

/** Measures the database's time once, assuming that it was read halfway through the round trip. */
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
