import { type BudgetClock, type CallBudget, type CallPriority, createWindowBudget } from '../../callBudget.ts';

/**
 * Calls per second for the account, in live and in test mode, and for one endpoint
 * (https://docs.stripe.com/rate-limits).
 */
const ACCOUNT_CALLS = { live: 100, test: 25 } as const;
const ENDPOINT_CALLS = 25;

/** Short, because a waiting step of an order occupies a worker. */
const LONGEST_WAIT_MS = 15_000;

/** Paths of calls that complete a payment: capture, cancel and refund. */
const FINISHING_PATHS = /\/(?:capture|cancel)$|^\/v1\/refunds$/;

export type StripeBudget = <Answer>(method: string, path: string, call: () => Promise<Answer>) => Promise<Answer>;

/**
 * Creates the budget for Stripe's limits. Each process uses the whole limit, so operators with many processes should
 * request a higher one from Stripe.
 */
export function createStripeBudget(environment: 'live' | 'test', clock?: BudgetClock): StripeBudget {
  const account = createWindowBudget({ calls: ACCOUNT_CALLS[environment], perSeconds: 1 }, clock);
  const endpoints = new Map<string, CallBudget>();
  return (method, path, call) => {
    const priority = () => choosePriority(method, path);
    const name = formatEndpoint(method, path);
    const endpoint = endpoints.get(name) ?? createWindowBudget({ calls: ENDPOINT_CALLS, perSeconds: 1 }, clock);
    endpoints.set(name, endpoint);
    return endpoint.run(1, priority, () => account.run(1, priority, call, LONGEST_WAIT_MS), LONGEST_WAIT_MS);
  };
}

function choosePriority(method: string, path: string): CallPriority {
  if (method === 'GET') return 'read';
  return FINISHING_PATHS.test(removeQuery(path)) ? 'finish' : 'start';
}

/** Returns the endpoint without ids, e.g. `POST v1 payment_intents capture`. */
function formatEndpoint(method: string, path: string): string {
  const [, version, resource, _id, ...action] = removeQuery(path).split('/');
  return [method, version, resource, ...action].join(' ');
}

function removeQuery(path: string): string {
  return path.split('?', 1)[0] ?? path;
}
