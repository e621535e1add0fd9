import type { Row } from './report.ts';
import { processorMs, residentBytes } from './resources.ts';
import { signIn } from './signIns.ts';
import { payAlone, transferAlone } from './standInsAlone.ts';
import type { Measured } from './startMeasured.ts';

/** Codes are given to a thousand strangers an hour for nothing: the whole run stays below that. */
const PEOPLE: Readonly<Record<number, number>> = { 1: 10, 16: 160, 64: 320 };

export async function measureSignIns(world: Measured, clientCounts: readonly number[]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const clients of clientCounts) {
    const before = processorMs(world.pids.api);
    const { calls, whole } = await signIn(world, clients, PEOPLE[clients] ?? clients);
    const used = (processorMs(world.pids.api) - before) / whole.answers;
    const residentMb = residentBytes(world.pids.api) / 2 ** 20;
    rows.push({ work: 'sign-in: sendCode and login', clients, ...calls, processorMs: used, residentMb });
    rows.push({ work: 'sign-in with the way of its mail', clients, ...whole });
  }
  return rows;
}

/** What orders wait for besides us, alone and with nothing else to do. */
export async function measureStandIns(
  { sandboxPort, deskUrl }: Measured,
  clientCounts: readonly number[],
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const clients of clientCounts) {
    const paid = await payAlone(sandboxPort, clients);
    rows.push({ work: "limit: the acquirer's stand-in, a card authorized and captured", clients, ...paid });
    const sent = await transferAlone(deskUrl, clients);
    rows.push({ work: "limit: the chain's stand-in, transactions until they are in a block", clients, ...sent });
  }
  return rows;
}
