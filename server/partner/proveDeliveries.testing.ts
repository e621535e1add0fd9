import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { runPeriodically } from '../app/runPeriodically.ts';
import type { OwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { createLog } from '../platform/log/log.ts';
import { type CheckingReceiver, createSeededRandom, openCheckingReceiver } from './checkingReceiver.testing.ts';
import { createWebhookSecret, insertOrderEvents } from './partnerWorld.testing.ts';

const WORKER = fileURLToPath(new URL('./deliveringWorker.testing.ts', import.meta.url));
const PARTNERS = ['one', 'two', 'three', 'four', 'five'];
const EVENTS_PER_ORDER = 10;
const WORKERS = 3;
/** Advances the clock quickly, so that waits of seconds and minutes pass immediately. */
const CLOCK_MS = 100;
const CLOCK_SECONDS = 100;

export type ProofResult = { readonly events: number; readonly posts: number; readonly kills: number };

type ProofSettings = {
  readonly events: number;
  readonly kills: number;
  readonly seed: number;
  readonly patienceMs: number;
};

/**
 * Creates this many events while workers deliver them to failing endpoints, and kills a worker from time to time. Throws
 * unless every event was accepted, in order within its order, signed, and none was invented.
 */
export async function proveDeliveries(own: OwnDatabase, proof: ProofSettings): Promise<ProofResult> {
  const { database } = own;
  const receiver = await openCheckingReceiver(proof.seed);
  for (const id of PARTNERS) receiver.secrets.set(`/${id}`, await createWebhookSecret(database, id));
  const workers = await startWorkers(own, receiver, proof);
  const time = runPeriodically('time', CLOCK_MS, () => advanceClock(own), createLog('silent'));
  try {
    const readProgress = async () => {
      await workers.killWhenDue();
      const { lanes } = await database.one<{ lanes: number }>(sql`select count(*) as lanes from partner_lanes`);
      return { lanes, taken: receiver.countTaken(), faults: receiver.faults.slice(0, 5) };
    };
    const done = { lanes: 0, taken: proof.events, faults: [] };
    await Promise.all([
      insertAllEvents(own, receiver, proof.events),
      expect.poll(readProgress, { timeout: proof.patienceMs, interval: 50 }).toEqual(done),
    ]);
  } finally {
    await time.stop();
    await workers.stop();
  }
  const [{ untaken } = { untaken: -1 }] = await database.many<{ untaken: number }>(
    sql`select count(*) as untaken from partner_events where delivery <> 'taken'`,
  );
  expect(untaken).toBe(0);
  return { events: proof.events, posts: receiver.posted.length, kills: workers.countKilled() };
}

async function advanceClock({ database }: OwnDatabase): Promise<void> {
  await database.run(sql`update clock set offset_seconds = offset_seconds + ${CLOCK_SECONDS}::int`);
}

/** Creates the events of several orders at a time. */
async function insertAllEvents({ database }: OwnDatabase, receiver: CheckingReceiver, events: number): Promise<void> {
  let left = events;
  const insertForPartner = async (partnerId: string) => {
    while (left > 0) {
      const count = Math.min(EVENTS_PER_ORDER, left);
      left -= count;
      await insertOrderEvents(database, partnerId, count, (lane) => receiver.lanes.add(lane));
    }
  };
  await Promise.all(PARTNERS.map(insertForPartner));
}

/** Starts workers in separate processes and kills one of them after each further part of the accepted events. */
async function startWorkers(
  { database, url }: OwnDatabase,
  receiver: CheckingReceiver,
  { events, kills, seed }: ProofSettings,
) {
  const draw = createSeededRandom(seed);
  const endpoints = JSON.stringify(
    Object.fromEntries(PARTNERS.map((id) => [id, receiver.url.replace('/hook', `/${id}`)])),
  );
  let started = 0;
  let killed = 0;
  const start = () => {
    const name = `worker ${++started}`;
    return { name, child: spawn(process.execPath, [WORKER, name, url, endpoints], { stdio: 'ignore' }) };
  };
  const running = Array.from({ length: WORKERS }, start);

  return {
    countKilled: () => killed,
    async killWhenDue(): Promise<void> {
      if (killed >= kills || receiver.countTaken() < (events * (killed + 1)) / (kills + 1)) return;
      killed += 1;
      const index = draw(WORKERS);
      const victim = running[index];
      if (!victim) return;
      await killProcess(victim.child);
      // Ends its leases, which would last half a minute.
      await database.run(
        sql`update partner_lanes set leased_until = clock_timestamp() where starts_with(lease, ${`${victim.name}:`})`,
      );
      running[index] = start();
    },
    stop: () => Promise.all(running.map(({ child }) => killProcess(child))),
  };
}

async function killProcess(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await exited;
}
