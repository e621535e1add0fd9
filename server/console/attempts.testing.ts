import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { rowRights } from '../configuration/rowRights.ts';
import { doClerkRequests } from '../operator/clerk/doClerkRequests.ts';
import { roleDatabase } from '../platform/database/roles/roleDatabase.testing.ts';
import { keyOf } from '../platform/persons/somePersons.testing.ts';
import { createIso20022Files } from '../providers/bank/iso20022/iso20022.ts';
import { ConsoleRefusal, openConsoleWorld, PERSONS } from './consoleWorld.testing.ts';

type World = Awaited<ReturnType<typeof openConsoleWorld>>;
type Visitor = ReturnType<World['visitor']>;

const KIND = 'risk-rule';
const KEY = 'buyer_orders_hour';
const NAMES = Object.keys(PERSONS) as (keyof typeof PERSONS)[];

/** Numbers from a seed (mulberry32): the same attempts again for whoever looks into one. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** What is wrong with a request to change a rule of risk, which takes two. `second`: the word of the second person is wrong. */
const flaws = [
  'a role that may not',
  'no reason',
  'a signature of nothing',
  'a signature of somebody else',
  'an edited text',
  'another person’s statement',
  'another act',
  'another key',
  'the future',
  'long ago',
  'persons that are not known',
  'the same statement twice',
  'nobody in',
  'second: nobody',
  'second: oneself',
  'second: a role that may not',
  'second: of another request',
  'second: another person’s statement',
  'second: a signature of nothing',
  'second: a no',
] as const;

/**
 * So many attempts to change what takes two persons, each with a flaw; every fiftieth has none, and is done, so that it is
 * known that the door opens at all. Nothing else is done, and every refusal has a name.
 */
export async function attempt(count: number, seed: number): Promise<void> {
  const world = await openConsoleWorld();
  const draw = numbersFrom(seed);
  const visitors = new Map<string, Visitor>();
  for (const name of NAMES) {
    const visitor = world.visitor(name);
    await visitor.enter();
    visitors.set(name, visitor);
  }
  const honest = new Set<string>();
  for (let at = 0; at < count; at += 1) {
    const value = String(1000 + at);
    const isHonest = at % 50 === 49;
    const flaw = flaws[draw(flaws.length)] as (typeof flaws)[number];
    if (isHonest) honest.add(value);
    await tryOne(world, visitors, { value, flaw: isHonest ? undefined : flaw, draw });
    if (at % 50 === 49) await work(world);
  }
  await work(world);
  const done = await world.database.many<{ value: string }>(sql`
    select input::jsonb ->> 'change' as value from operator_requests where status = 'done'`);
  const changed = done.map(({ value }) => (JSON.parse(value) as { fields: { above: string } }).fields.above);
  expect(new Set(changed)).toEqual(honest);
}

type Try = {
  readonly value: string;
  readonly flaw: (typeof flaws)[number] | undefined;
  readonly draw: (below: number) => number;
};

async function tryOne(world: World, visitors: ReadonlyMap<string, Visitor>, { value, flaw, draw }: Try) {
  const who = (may: boolean, act: 'asks' | 'approves', not = '') => {
    const { [act]: allowed } = rowRights[KIND];
    const fitting = NAMES.filter((name) => (allowed ?? []).includes(PERSONS[name]) === may && name !== not);
    return fitting[draw(fitting.length)] as string;
  };
  const by = (name: string) => visitors.get(name) as Visitor;
  const asker = who(flaw !== 'a role that may not', 'asks');
  const other = who(true, 'asks', asker);
  const wish = {
    action: 'set',
    subject: `${KIND} ${KEY}`,
    input: { change: JSON.stringify({ kind: KIND, key: KEY, fields: { above: value } }) },
  };
  const minutes = (ago: number) => new Date(Date.now() - ago * 60_000).toISOString();
  const changes: Partial<Record<NonNullable<typeof flaw>, object>> = {
    'another key': { key: keyOf(other).id },
    'the future': { time: minutes(-5) },
    'long ago': { time: minutes(25 * 60) },
    'persons that are not known': { previous: 'a'.repeat(64) },
  };
  const act = flaw === 'another act' ? 'settle' : 'set';
  const speaker = flaw === 'another person’s statement' ? other : asker;
  const signed = await by(speaker).signed(act, wish, flaw === 'no reason' ? '  ' : 'a try', flaw ? changes[flaw] : {});
  const statement = { ...signed };
  if (flaw === 'a signature of nothing') statement.signature = Buffer.alloc(64, 1).toString('base64');
  if (flaw === 'a signature of somebody else') {
    const foreign = await by(other).signed('set', wish, 'a try', { person: asker, key: keyOf(asker).id });
    statement.text = foreign.text;
    statement.signature = foreign.signature;
  }
  if (flaw === 'an edited text') statement.text = statement.text.replace(value, '7');
  const visitor = flaw === 'nobody in' ? world.visitor(asker) : by(asker);
  const asked = await named(visitor.call('ask', { statement }));
  if (flaw === 'the same statement twice' && asked)
    expect(await named(visitor.call('ask', { statement }))).toBeUndefined();
  if (!asked) return expect(flaw).toBeDefined();
  await answerOne({ by, who, asker, asked, flaw, draw });
}

type Answering = {
  readonly by: (name: string) => Visitor;
  readonly who: (may: boolean, act: 'asks' | 'approves', not?: string) => string;
  readonly asker: string;
  readonly asked: { readonly id: number; readonly statement: string | null };
  readonly flaw: Try['flaw'];
  readonly draw: Try['draw'];
};

/** The second person's word, with what is wrong with it. What was asked for twice is not agreed to. */
async function answerOne({ by, who, asker, asked, flaw, draw }: Answering): Promise<void> {
  if (flaw === 'second: nobody' || flaw === 'the same statement twice') return;
  const right = who(true, 'approves', asker);
  const answerer =
    flaw === 'second: oneself' ? asker : flaw === 'second: a role that may not' ? who(false, 'approves') : right;
  const about =
    flaw === 'second: of another request'
      ? draw(2 ** 30)
          .toString(16)
          .padStart(64, '0')
      : asked.statement;
  const word = flaw === 'second: a no' ? 'reject' : 'approve';
  const speaker = flaw === 'second: another person’s statement' ? who(true, 'approves', answerer) : answerer;
  const statement = await by(speaker).signed(word, { statement: about ?? '' }, 'a try');
  if (flaw === 'second: a signature of nothing') statement.signature = Buffer.alloc(64, 1).toString('base64');
  const answered = await named(by(answerer).call('answer', { id: asked.id, statement }));
  if (flaw !== undefined && flaw !== 'second: a no') expect(answered).toBeUndefined();
}

/** Undefined for what was refused by a name of the contract; whatever else is thrown is a fault. */
async function named<Value>(calling: Promise<Value>): Promise<Value | undefined> {
  try {
    return await calling;
  } catch (error) {
    if (error instanceof ConsoleRefusal && error.key !== 'fault') return undefined;
    throw error;
  }
}

async function work({ database, context }: World): Promise<void> {
  for (let waiting = 1; waiting > 0; ) {
    await doClerkRequests({
      database: roleDatabase(database, 'clerk'),
      rootKeys: context.rootKeys,
      bankFiles: createIso20022Files(),
      keys: context.keys,
      log: context.log,
      isSandbox: false,
    });
    const row = await database.one<{ open: string }>(
      sql`select count(*) as open from operator_requests where status = 'approved'`,
    );
    waiting = Number(row.open);
  }
}
