import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { rowRights } from '../configuration/rowRights.ts';
import { executeClerkRequests } from '../operator/requests/executeClerkRequests.ts';
import { roleDatabase } from '../platform/database/roles/roleDatabase.testing.ts';
import { getTestKey } from '../platform/persons/testPersonKeys.testing.ts';
import { createIso20022Files } from '../providers/bank/iso20022/iso20022.ts';
import { ConsoleRefusal, openConsoleWorld, PERSONS } from './consoleWorld.testing.ts';

type World = Awaited<ReturnType<typeof openConsoleWorld>>;
type Visitor = ReturnType<World['createVisitor']>;

const KIND = 'risk-rule';
const KEY = 'buyer_orders_hour';
const NAMES = Object.keys(PERSONS) as (keyof typeof PERSONS)[];

/** Returns a generator of pseudo-random numbers (mulberry32), seeded so that a failed attempt can be repeated. */
function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Flaws of a request to change a risk rule, which needs a second approval. `second`: the flaw is in the approval. */
const flaws = [
  'role without the right',
  'no reason',
  'invalid signature',
  'signature of another person',
  'text edited after signing',
  'statement of another person',
  'another action',
  'key of another person',
  'time in the future',
  'time too long ago',
  'unknown list of people',
  'same statement twice',
  'not logged in',
  'second: missing',
  'second: by the requester',
  'second: role without the right',
  'second: for another request',
  'second: statement of another person',
  'second: invalid signature',
  'second: rejection',
] as const;

/**
 * Makes `count` attempts at an action that needs a second approval. Every fiftieth attempt must succeed, which shows
 * that success is possible. Each of the others has a flaw: it must not be executed, and each refused call must name an
 * error of the contract.
 */
export async function runFlawedAttempts(count: number, seed: number): Promise<void> {
  const world = await openConsoleWorld();
  const draw = createRandom(seed);
  const visitors = new Map<string, Visitor>();
  for (const name of NAMES) {
    const visitor = world.createVisitor(name);
    await visitor.logIn();
    visitors.set(name, visitor);
  }
  const honest = new Set<string>();
  for (let at = 0; at < count; at += 1) {
    const value = String(1000 + at);
    const isHonest = at % 50 === 49;
    const flaw = flaws[draw(flaws.length)] as (typeof flaws)[number];
    if (isHonest) honest.add(value);
    await makeAttempt(world, visitors, { value, flaw: isHonest ? undefined : flaw, draw });
    if (at % 50 === 49) await executeRequests(world);
  }
  await executeRequests(world);
  const done = await world.database.many<{ value: string }>(sql`
    select input::jsonb ->> 'change' as value from operator_requests where status = 'done'`);
  const changed = done.map(({ value }) => (JSON.parse(value) as { fields: { above: string } }).fields.above);
  expect(new Set(changed)).toEqual(honest);
}

type FlawedAttempt = {
  readonly value: string;
  readonly flaw: (typeof flaws)[number] | undefined;
  readonly draw: (below: number) => number;
};

async function makeAttempt(world: World, visitors: ReadonlyMap<string, Visitor>, { value, flaw, draw }: FlawedAttempt) {
  const drawPerson = (may: boolean, act: 'requesters' | 'approvers', except = '') => {
    const { [act]: allowed } = rowRights[KIND];
    const fitting = NAMES.filter((name) => (allowed ?? []).includes(PERSONS[name]) === may && name !== except);
    return fitting[draw(fitting.length)] as string;
  };
  const getVisitor = (name: string) => visitors.get(name) as Visitor;
  const requester = drawPerson(flaw !== 'role without the right', 'requesters');
  const other = drawPerson(true, 'requesters', requester);
  const requestContent = {
    action: 'set',
    subject: `${KIND} ${KEY}`,
    input: { change: JSON.stringify({ kind: KIND, key: KEY, fields: { above: value } }) },
  };
  const minutes = (ago: number) => new Date(Date.now() - ago * 60_000).toISOString();
  const changes: Partial<Record<NonNullable<typeof flaw>, object>> = {
    'key of another person': { key: getTestKey(other).id },
    'time in the future': { time: minutes(-5) },
    'time too long ago': { time: minutes(25 * 60) },
    'unknown list of people': { previous: 'a'.repeat(64) },
  };
  const act = flaw === 'another action' ? 'settle' : 'set';
  const signer = flaw === 'statement of another person' ? other : requester;
  const signed = await getVisitor(signer).sign(
    act,
    requestContent,
    flaw === 'no reason' ? '  ' : 'a try',
    flaw ? changes[flaw] : {},
  );
  const statement = { ...signed };
  if (flaw === 'invalid signature') statement.signature = Buffer.alloc(64, 1).toString('base64');
  if (flaw === 'signature of another person') {
    const foreign = await getVisitor(other).sign('set', requestContent, 'a try', {
      person: requester,
      key: getTestKey(requester).id,
    });
    statement.text = foreign.text;
    statement.signature = foreign.signature;
  }
  if (flaw === 'text edited after signing') statement.text = statement.text.replace(value, '7');
  const visitor = flaw === 'not logged in' ? world.createVisitor(requester) : getVisitor(requester);
  const request = await catchNamedRefusal(visitor.call('requestAction', { statement }));
  if (flaw === 'same statement twice' && request)
    expect(await catchNamedRefusal(visitor.call('requestAction', { statement }))).toBeUndefined();
  if (!request) return expect(flaw).toBeDefined();
  await approveWithFlaw({ getVisitor, drawPerson, requester, request, flaw, draw });
}

type ApprovalAttempt = {
  readonly getVisitor: (name: string) => Visitor;
  readonly drawPerson: (may: boolean, act: 'requesters' | 'approvers', except?: string) => string;
  readonly requester: string;
  readonly request: { readonly id: number; readonly statement: string | null };
  readonly flaw: FlawedAttempt['flaw'];
  readonly draw: FlawedAttempt['draw'];
};

/**
 * Answers the request, with the given flaw. Does nothing if the flaw is a missing answer, or a repeated request: its first
 * copy was accepted, but must not be executed.
 */
async function approveWithFlaw({
  getVisitor,
  drawPerson,
  requester,
  request,
  flaw,
  draw,
}: ApprovalAttempt): Promise<void> {
  if (flaw === 'second: missing' || flaw === 'same statement twice') return;
  const right = drawPerson(true, 'approvers', requester);
  const answerer =
    flaw === 'second: by the requester'
      ? requester
      : flaw === 'second: role without the right'
        ? drawPerson(false, 'approvers')
        : right;
  const about =
    flaw === 'second: for another request'
      ? draw(2 ** 30)
          .toString(16)
          .padStart(64, '0')
      : request.statement;
  const answer = flaw === 'second: rejection' ? 'reject' : 'approve';
  const signer = flaw === 'second: statement of another person' ? drawPerson(true, 'approvers', answerer) : answerer;
  const statement = await getVisitor(signer).sign(answer, { statement: about ?? '' }, 'a try');
  if (flaw === 'second: invalid signature') statement.signature = Buffer.alloc(64, 1).toString('base64');
  const answered = await catchNamedRefusal(getVisitor(answerer).call('answer', { id: request.id, statement }));
  if (flaw !== undefined && flaw !== 'second: rejection') expect(answered).toBeUndefined();
}

/** Returns undefined for a refusal that the contract names; throws everything else. */
async function catchNamedRefusal<Value>(calling: Promise<Value>): Promise<Value | undefined> {
  try {
    return await calling;
  } catch (error) {
    if (error instanceof ConsoleRefusal && error.key !== 'fault') return undefined;
    throw error;
  }
}

async function executeRequests({ database, context }: World): Promise<void> {
  for (let waiting = 1; waiting > 0; ) {
    await executeClerkRequests({
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
