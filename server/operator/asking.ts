import { checkSetRow, type FieldChanges } from '../configuration/changeConfiguration.ts';
import { loadPersons } from '../platform/persons/personStatementStore.ts';
import { actOf, argumentsOf } from '../platform/persons/requested.ts';
import { type Right, rights } from '../platform/persons/rights.ts';
import { findOrder } from '../purchase/order/orderStore.ts';
import { takesTwo } from './bars/takesTwo.ts';
import type { ClerkContext } from './clerk/clerkContext.ts';
import { doClerkRequest } from './clerk/doClerkRequests.ts';
import { CommandError } from './commandError.ts';
import { outcomeOf } from './outcomeOf.ts';
import { type Speaker, speak } from './persons/speak.ts';
import {
  type ClerkAction,
  type ConfigurationAction,
  findRequest,
  insertRequest,
  type MoneyAction,
  type OrderAction,
  type RequestAction,
} from './requestStore.ts';

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
  return waits ? waitsForSecond(asker, wish.action, id) : outcomeOf(asker.database, id);
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
  return waits ? waitsForSecond(asker, wish.action, id) : doneOf(asker, id);
}

/** What has become of a request that waits for nobody. */
export async function doneOf({ database, clerk }: ClerksAsker, id: number): Promise<string> {
  const request = clerk && (await findRequest(database, id));
  if (clerk && request) await doClerkRequest(clerk, request);
  return outcomeOf(database, id);
}

/** What to do, also where there is no second person yet. */
export async function waitsForSecond(
  { database, rootKeys, who }: Asker,
  action: RequestAction,
  id: number,
): Promise<string> {
  const { approves }: Right = rights[actOf(action)];
  const { enrolled } = await loadPersons(database, rootKeys);
  const hasOther = [...enrolled.values()].some(
    (person) => person.name !== who && person.roles.some((role) => approves?.includes(role)),
  );
  const said = `request ${id} waits for a second person: npm run operate -- approve ${id} --why TEXT`;
  if (hasOther) return said;
  const role = enrolled.size === 1 ? 'admin' : (approves ?? []).join('|');
  return `${said}\nThere is none yet who may: npm run operate -- invite NAME --role ${role} --why TEXT`;
}

export type WantedChange = { readonly kind: string; readonly key: string; readonly fields: FieldChanges };

/** Changes the configuration, at once or after a second person's yes. */
export async function askToChange(
  asker: ClerksAsker,
  action: ConfigurationAction,
  change: WantedChange,
): Promise<string> {
  const { kind, key } = change;
  // Nobody is called for what would be refused in the end.
  if (action === 'set') await checkSetRow(asker.database, change);
  return askClerk(asker, { action, subject: `${kind} ${key}`, input: { change: JSON.stringify(change) } });
}
