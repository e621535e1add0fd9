import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConsoleCallError, consoleCall } from '../api/consoleCall.ts';
import { useConsoleQuery } from '../api/useConsoleQuery.ts';
import { Button } from '../parts/Button.tsx';
import { Note } from '../parts/Note.tsx';
import { Time } from '../parts/Time.tsx';
import { say } from '../parts/toasts.ts';
import { idOfThisPhone, letThisPhoneSleep, phoneState, wakeThisPhone } from './phone.ts';

type Phone = ConsoleCallData<'pushList'>['list'][number];

const WHY_NOT = {
  refused: 'This browser was told not to ask. Allow notifications of this address in its settings, then come back.',
  home: 'On an iPhone or iPad: share this page, “Add to Home Screen”, and open it from there.',
  cannot: 'This browser takes no pushes, or shows the page without https.',
} as const;

/** Of oneself: this browser is woken by alerts, and which others are. */
export function PushSwitch() {
  const { data: offered } = useConsoleQuery('pushKey', {});
  const { data: phones, refetch } = useConsoleQuery('pushList', {});
  const here = useQuery({ queryKey: ['this phone'], queryFn: async () => (await idOfThisPhone()) ?? null });
  const [working, setWorking] = useState(false);
  const [fault, setFault] = useState<string>();
  if (!offered || !phones || here.isPending) return null;
  const { key } = offered;
  const state = phoneState();
  const own = phones.list.find(({ id, goneAt }) => id === here.data && goneAt === null);

  async function act(does: () => Promise<string>) {
    setWorking(true);
    setFault(undefined);
    try {
      say(await does());
    } catch (error) {
      setFault(wordsOf(error));
    }
    await Promise.all([refetch(), here.refetch()]);
    setWorking(false);
  }

  const wake = (by: string) =>
    act(async () =>
      (await wakeThisPhone(by))
        ? 'This phone rings from now on.'
        : 'Nothing was changed: the browser was not allowed to.',
    );
  const end = ({ id }: Phone) =>
    act(async () => {
      await consoleCall('unsubscribePush', { id });
      if (id === here.data) await letThisPhoneSleep();
      return 'It rings no more.';
    });

  if (key === null)
    return (
      <p className="second">No phone is woken here: whoever runs this installation has not set it up (WEB_PUSH_…).</p>
    );
  return (
    <div className="people-act">
      {own === undefined && (
        <>
          <p className="second">
            Alerts that wake can ring this browser when it is your turn, beside letter and webhook. What is shown names
            no order and no amount.
          </p>
          {state !== 'can' && <Note tone="warn">{WHY_NOT[state]}</Note>}
          {state === 'can' && (
            <Button size="small" working={working} onClick={() => void wake(key)}>
              Wake this phone
            </Button>
          )}
        </>
      )}
      {phones.list.map((phone) => (
        <PhoneLine key={phone.id} phone={phone} isThis={phone.id === here.data} onEnd={() => void end(phone)} />
      ))}
      {fault !== undefined && <Note tone="bad">{fault}</Note>}
    </div>
  );
}

function PhoneLine({
  phone: { browser, system, madeAt, fault, failedTries, goneAt },
  isThis,
  onEnd,
}: {
  readonly phone: Phone;
  readonly isThis: boolean;
  readonly onEnd: () => void;
}) {
  const name = [browser, system].filter((word) => word !== '').join(' on ') || 'A browser';
  return (
    <p className="second">
      {name}
      {isThis && ', this one'}: {goneAt === null ? 'rings since' : 'rings no more since'}{' '}
      <Time iso={goneAt ?? madeAt} />
      {goneAt === null && fault !== null && `; its push service has not taken ${failedTries} (${fault})`}{' '}
      <Button size="small" kind="quiet" onClick={onEnd}>
        {goneAt === null ? 'End it' : 'Forget it'}
      </Button>
    </p>
  );
}

/** The server's own words; of a browser's, what can be done about it. */
function wordsOf(error: unknown): string {
  if (error instanceof ConsoleCallError) return error.message;
  const said = error instanceof Error ? ` It says: ${error.message}.` : '';
  return `This browser did not subscribe. In a private window it cannot; else try again in a while, or take another browser.${said}`;
}
