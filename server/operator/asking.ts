import { checkChange } from '../configuration/changeConfiguration.ts';
import { readRowChange, timeOf } from '../configuration/rowChange.ts';
import { rowEdition } from '../configuration/rowEdition.ts';
import { loadPersons } from '../platform/persons/personStatementStore.ts';
import { actOf, argumentsOf } from '../platform/persons/requested.ts';
import { statementTime } from '../platform/persons/statementTime.ts';
import { findOrder } from '../purchase/order/orderStore.ts';
import { takesTwo } from './bars/takesTwo.ts';
import type { ClerkContext } from './clerk/clerkContext.ts';
import { doClerkRequest } from './clerk/doClerkRequests.ts';
import { CommandError } from './commandError.ts';
import { outcomeOf } from './outcomeOf.ts';
import { isAmong, rightOf, rightOfKind } from './persons/rightOf.ts';
import { requirePerson, type Speaker, speak } from './persons/speak.ts';
import type { ClerkAction, MoneyAction, OrderAction, RequestAction } from './requestActions.ts';
import { findRequest, insertRequest } from './requestStore.ts';
import { requireTime } from './rowChange.ts';

export type Asker = Speaker;

type Wish<Action extends RequestAction = RequestAction> = {
  readonly action: Action;
  readonly subject: string;
  readonly input: Readonly<Record<string, string>>;
};

/** Signs a request and hands it in. `waits`: for a second person. */
export async function ask(asker: Asker, wish: Wish): Promise<{ readonly id: number; readonly waits: boolean }> {
  const { database, who, why } = asker;
  const request = { ...wish, who, why };
  const waits = await takesTwo({ database }, request);
  const askedWith = await speak(asker, actOf(wish.action), argumentsOf(request));
  return { id: await insertRequest(database, request, { needsSecondPerson: waits, askedWith }), waits };
}

/** Asks a worker to act, at once or after a second person's yes. */
export async function askWorker(asker: Asker, wish: Wish): Promise<string> {
  const { id, waits } = await ask(asker, wish);
  return waits ? waitsForSecond(asker, wish, id) : outcomeOf(asker.database, id);
}

/** As {@link askWorker}, about an order. Throws {@link CommandError} where there is none. */
export async function askAboutOrder(
  asker: Asker,
  action: OrderAction,
  subject: string,
  input: Readonly<Record<string, string>>,
): Promise<string> {
  if (!(await findOrder(asker.database, subject))) throw new CommandError(`there is no order ${subject}`);
  return askWorker(asker, { action, subject, input });
}

/** As {@link askWorker}, about money that is no order's. */
export async function askAboutMoney(
  asker: Asker,
  action: MoneyAction,
  subject: string,
  input: Readonly<Record<string, string>>,
): Promise<string> {
  return askWorker(asker, { action, subject, input });
}

/** Who may be the clerk, where no worker is: the command was given CLERK_DATABASE_URL. */
export type ClerksAsker = Asker & { readonly clerk?: ClerkContext | undefined };

/** As {@link askWorker}, of what a clerk does. */
export async function askClerk(asker: ClerksAsker, wish: Wish<ClerkAction>): Promise<string> {
  const { id, waits } = await ask(asker, wish);
  return waits ? waitsForSecond(asker, wish, id) : doneOf(asker, { ...wish, id });
}

/** What has become of a request that waits for nobody: done, or waiting for the time that was signed with it. */
export async function doneOf(
  asker: Pick<ClerksAsker, 'database' | 'clerk' | 'isSandbox'>,
  { id, ...wish }: Wish & { readonly id: number },
): Promise<string> {
  const { database, clerk } = asker;
  const notBefore = timeOf(wish);
  if (notBefore && notBefore > (await statementTime(asker)))
    return `request ${id} is approved, from ${notBefore.toISOString()}: npm run operate -- reject ${id} --why TEXT takes it back`;
  const request = clerk && (await findRequest(database, id));
  if (clerk && request) await doClerkRequest(clerk, request);
  return outcomeOf(database, id);
}

/** What to do, also where there is no second person yet. */
export async function waitsForSecond(
  { database, rootKeys, who }: Asker,
  wish: Pick<Wish, 'action' | 'input'>,
  id: number,
): Promise<string> {
  const approves = rightOf(wish)?.approves ?? [];
  const { enrolled } = await loadPersons(database, rootKeys);
  const other = [...enrolled.values()].find((person) => person.name !== who && isAmong(person.roles, approves));
  const said = `request ${id} waits for a second person: npm run operate -- approve ${id} --by ${other?.name ?? 'NAME'} --why TEXT`;
  if (other) return said;
  const role = enrolled.size === 1 ? 'admin' : (approves[0] ?? 'admin');
  return `${said}\nThere is none yet who may: npm run operate -- invite NAME --role ${role} --why TEXT`;
}

type WantedChange = {
  readonly kind: string;
  readonly key: string;
  /** Null takes the row out. */
  readonly fields: Readonly<Record<string, unknown>> | null;
  /** When it is done at the earliest; undefined: at once. */
  readonly at?: Date | undefined;
};

/**
 * Changes the configuration, at once or after a second person's yes, and not before its time. Nobody is called for what would
 * be refused in the end. Throws {@link CommandError} or ConfigurationError.
 */
export async function askToChange(asker: ClerksAsker, { kind, key, fields, at }: WantedChange): Promise<string> {
  const { database, rootKeys, signer } = asker;
  const { name, roles } = requirePerson(await loadPersons(database, rootKeys), signer);
  const asks = rightOfKind(kind)?.asks;
  if (asks && !isAmong(roles, asks))
    throw new CommandError(`a change of a ${kind} is for ${asks.join(', ')}; ${name} is ${roles.join(', ')}`);
  const { before } = await checkChange(database, { kind, key, fields });
  const wish = {
    action: fields === null ? 'remove' : 'set',
    subject: `${kind} ${key}`,
    input: {
      change: JSON.stringify({ kind, key, fields: fields ?? {} }),
      ...(at && { notBefore: at.toISOString(), edition: rowEdition(before) }),
    },
  } as const;
  requireTime(readRowChange(wish).notBefore, await statementTime(asker));
  return askClerk(asker, wish);
}
