import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleCall } from '../api/consoleCall.ts';
import { CallError } from '../api/postCall.ts';
import { useConsoleQuery } from '../api/useConsoleQuery.ts';
import { Button } from '../parts/Button.tsx';
import { Note } from '../parts/Note.tsx';
import { showToast } from '../parts/overlays/toasts.ts';
import { Time } from '../parts/time/Time.tsx';
import { detectPushSupport, findOwnSubscriptionId, subscribeToPush, unsubscribeFromPush } from './pushSubscription.ts';

type SubscribedBrowser = ConsoleCallData<'pushList'>['list'][number];

const UNSUPPORTED_REASONS = {
  refused: 'Notifications are blocked for this site. Allow them in the browser’s settings, then come back.',
  home: 'On an iPhone or iPad, share this page, choose “Add to Home Screen”, and open the console from there.',
  cannot:
    'Push notifications are not available here. Use a current browser, and open the console at an https:// address.',
} as const;

/** Switches push alerts for this browser, and lists all browsers that the person has subscribed. */
export function PushSwitch() {
  const { data: offered } = useConsoleQuery('pushKey', {});
  const { data: subscriptions, refetch } = useConsoleQuery('pushList', {});
  const ownSubscription = useQuery({
    queryKey: ['own push subscription'],
    queryFn: async () => (await findOwnSubscriptionId()) ?? null,
  });
  const [working, setWorking] = useState(false);
  const [fault, setFault] = useState<string>();
  if (!offered || !subscriptions || ownSubscription.isPending) return null;
  const { key } = offered;
  const state = detectPushSupport();
  const own = subscriptions.list.find(({ id, goneAt }) => id === ownSubscription.data && goneAt === null);

  async function act(change: () => Promise<string>) {
    setWorking(true);
    setFault(undefined);
    try {
      showToast(await change());
    } catch (error) {
      setFault(formatPushError(error));
    }
    await Promise.all([refetch(), ownSubscription.refetch()]);
    setWorking(false);
  }

  const enable = (by: string) =>
    act(async () =>
      (await subscribeToPush(by))
        ? 'Push alerts enabled.'
        : 'Nothing was changed: the browser has no permission to show notifications.',
    );
  const disable = ({ id }: SubscribedBrowser) =>
    act(async () => {
      await consoleCall('unsubscribePush', { id });
      if (id === ownSubscription.data) await unsubscribeFromPush();
      return 'Push alerts disabled.';
    });

  if (key === null) return <p className="second">Push alerts are not set up on this installation (WEB_PUSH_…).</p>;
  return (
    <div className="people-act">
      {own === undefined && (
        <>
          <p className="second">
            When it is your turn, urgent alerts can also notify this browser, in addition to email and webhook.
            Notifications contain no order number and no amount.
          </p>
          {state !== 'can' && <Note tone="warn">{UNSUPPORTED_REASONS[state]}</Note>}
          {state === 'can' && (
            <Button size="small" working={working} onClick={() => void enable(key)}>
              Enable push alerts
            </Button>
          )}
        </>
      )}
      {subscriptions.list.map((subscription) => (
        <SubscribedBrowserRow
          key={subscription.id}
          subscription={subscription}
          isThis={subscription.id === ownSubscription.data}
          onEnd={() => void disable(subscription)}
        />
      ))}
      {fault !== undefined && <Note tone="bad">{fault}</Note>}
    </div>
  );
}

function SubscribedBrowserRow({
  subscription: { browser, system, createdAt, fault, failedTries, goneAt },
  isThis,
  onEnd,
}: {
  readonly subscription: SubscribedBrowser;
  readonly isThis: boolean;
  readonly onEnd: () => void;
}) {
  const name = [browser, system].filter((part) => part !== '').join(' on ') || 'A browser';
  return (
    <p className="second">
      {name}
      {isThis && ' (this browser)'}: {goneAt === null ? 'enabled since' : 'disabled since'}{' '}
      <Time iso={goneAt ?? createdAt} />
      {goneAt === null && fault !== null && `; failed attempts at its push service: ${failedTries} (${fault})`}{' '}
      <Button size="small" kind="quiet" onClick={onEnd}>
        {goneAt === null ? 'Disable' : 'Remove'}
      </Button>
    </p>
  );
}

/** Returns the server's message; for a browser's error, also what can be done. */
function formatPushError(error: unknown): string {
  if (error instanceof CallError) return error.message;
  const detail = error instanceof Error ? ` Error: ${error.message}.` : '';
  return `This browser could not enable push alerts. Private windows do not support them. Otherwise, try again later or use another browser.${detail}`;
}
