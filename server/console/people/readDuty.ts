import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { changeDuty } from '../../notification/actions/changeDuty.ts';
import { findAcknowledgers } from '../../notification/duty/findAcknowledgers.ts';
import { findReachablePeople } from '../../notification/duty/findReachablePeople.ts';
import { readRoster } from '../../notification/duty/readRoster.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { buildActionOption } from '../requests/buildActionOption.ts';

/** Returns the duty roster from now on, with everyone who may be on duty. */
export async function readDuty(
  { database, persons }: ConsoleContext,
  person: ConsolePerson,
): Promise<ConsoleCallData<'duty'>> {
  const [registry, reachable, shifts] = await Promise.all([
    persons(database),
    findReachablePeople(database),
    readRoster(database, await database.now()),
  ]);
  return {
    shifts: shifts.map(({ from, to, first, second }) => ({
      from: from.toISOString(),
      to: to?.toISOString() ?? null,
      first,
      second,
    })),
    people: [...findAcknowledgers(registry)].toSorted().map((name) => ({ name, isReachable: reachable.has(name) })),
    change: buildActionOption(registry, person, {
      action: changeDuty.name,
      subject: 'the roster',
      input: {},
      ...changeDuty.button(),
      needsSecondApproval: false,
    }),
  };
}
