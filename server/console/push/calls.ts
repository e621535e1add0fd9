import { parseUserAgent } from '../../account/sessions/parseUserAgent.ts';
import {
  deletePushSubscription,
  insertPushSubscription,
  listPushSubscriptions,
} from '../../notification/push/pushStore.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import { AppError } from '../../platform/http/appError.ts';
import { sha256 } from '../../platform/secrets.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersFor } from '../gateway/consoleHandlers.ts';

const MOST_BROWSERS = 10;

/** Handlers for a person's own push subscriptions. No approval is needed, since they move neither money nor rights. */
export function pushCalls(
  context: ConsoleContext,
): ConsoleHandlersFor<'pushKey' | 'subscribePush' | 'unsubscribePush' | 'pushList'> {
  const { database, pushKey } = context;
  return {
    pushKey: async () => ({ key: pushKey ?? null }),
    subscribePush: async ({ endpoint, keys }, { person, userAgent }) => {
      requireValidEndpoint(context, endpoint);
      const hash = sha256(endpoint);
      const device = parseUserAgent(userAgent);
      await database.transaction(async (transaction) => {
        const others = (await listPushSubscriptions(transaction, person.name)).filter((one) => !one.hash.equals(hash));
        if (others.length >= MOST_BROWSERS)
          throw new AppError('act_refused', {
            reason: `push alerts are already enabled in ${MOST_BROWSERS} browsers: disable one of them first`,
          });
        await insertPushSubscription(transaction, person.name, { endpoint, ...keys, ...device });
        await appendAuditLine(transaction, { ...buildAuditLine(person.name, 'push on'), before: null, after: device });
      });
      return { id: hash.toString('hex') };
    },
    unsubscribePush: async ({ id }, { person }) => {
      await database.transaction(async (transaction) => {
        if (!(await deletePushSubscription(transaction, person.name, Buffer.from(id, 'hex'))))
          throw new AppError('not_found', { what: 'browser', name: id.slice(0, 12) });
        await appendAuditLine(transaction, { ...buildAuditLine(person.name, 'push off'), before: null, after: null });
      });
      return {};
    },
    pushList: async (_input, { person }) => ({
      list: (await listPushSubscriptions(database, person.name)).map(({ hash, createdAt, goneAt, ...shown }) => ({
        ...shown,
        id: hash.toString('hex'),
        createdAt: createdAt.toISOString(),
        goneAt: goneAt?.toISOString() ?? null,
      })),
    }),
  };
}

/** Checks the URL's form only. The worker checks the resolved address each time that it sends. */
function requireValidEndpoint({ pushKey, isSandbox }: ConsoleContext, endpoint: string): void {
  if (pushKey === undefined)
    throw new AppError('act_refused', {
      reason: 'push alerts are not configured: set WEB_PUSH_PUBLIC_KEY',
    });
  const { protocol, username, password } = new URL(endpoint);
  if ((protocol !== 'https:' && !isSandbox) || username !== '' || password !== '')
    throw new AppError('act_refused', {
      reason: 'the push service of this browser has no https:// address: use another browser',
    });
}

function buildAuditLine(person: string, action: string) {
  return { who: person, why: 'requested in the console', approvedBy: null, action, subject: `person ${person}` };
}
