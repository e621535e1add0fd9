import { deviceWords } from '../../account/deviceWords.ts';
import { deleteSubscription, insertSubscription, subscriptionsOf } from '../../notification/push/pushStore.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import { AppError } from '../../platform/http/appError.ts';
import { sha256 } from '../../platform/secrets.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';

const MOST_BROWSERS = 10;

/** Which of their browsers wake a person: their own to say, since it moves neither money nor rights. */
export function pushCalls(
  context: ConsoleContext,
): ConsoleHandlersOf<'pushKey' | 'subscribePush' | 'unsubscribePush' | 'pushList'> {
  const { database, pushKey } = context;
  return {
    pushKey: async () => ({ key: pushKey ?? null }),
    subscribePush: async ({ endpoint, keys }, { person, userAgent }) => {
      requireMayWake(context, endpoint);
      const hash = sha256(endpoint);
      const words = deviceWords(userAgent);
      await database.transaction(async (transaction) => {
        const others = (await subscriptionsOf(transaction, person.name)).filter((one) => !one.hash.equals(hash));
        if (others.length >= MOST_BROWSERS)
          throw new AppError('act_refused', {
            reason: `${MOST_BROWSERS} browsers wake you already: end one of them first`,
          });
        await insertSubscription(transaction, person.name, { endpoint, ...keys, ...words });
        await appendAudit(transaction, { ...lineOf(person.name, 'push on'), before: null, after: words });
      });
      return { id: hash.toString('hex') };
    },
    unsubscribePush: async ({ id }, { person }) => {
      await database.transaction(async (transaction) => {
        if (!(await deleteSubscription(transaction, person.name, Buffer.from(id, 'hex'))))
          throw new AppError('not_found', { what: 'browser', name: id.slice(0, 12) });
        await appendAudit(transaction, { ...lineOf(person.name, 'push off'), before: null, after: null });
      });
      return {};
    },
    pushList: async (_input, { person }) => ({
      list: (await subscriptionsOf(database, person.name)).map(({ hash, madeAt, goneAt, ...shown }) => ({
        ...shown,
        id: hash.toString('hex'),
        madeAt: madeAt.toISOString(),
        goneAt: goneAt?.toISOString() ?? null,
      })),
    }),
  };
}

/** Where an address leads is looked at by the worker, each time that it sends. */
function requireMayWake({ pushKey, isSandbox }: ConsoleContext, endpoint: string): void {
  if (pushKey === undefined)
    throw new AppError('act_refused', {
      reason: 'nobody is told by push here: whoever runs this installation sets WEB_PUSH_PUBLIC_KEY',
    });
  const { protocol, username, password } = new URL(endpoint);
  if ((protocol !== 'https:' && !isSandbox) || username !== '' || password !== '')
    throw new AppError('act_refused', {
      reason: 'the push service of this browser has no https:// address: take another',
    });
}

function lineOf(person: string, action: string) {
  return { who: person, why: 'said in the console', approvedBy: null, action, subject: `person ${person}` };
}
