import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { consoleCall } from '../../api/consoleCall.ts';
import { refetchShownData } from '../../api/queryClient.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { showToast } from '../../parts/overlays/toasts.ts';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/time/Time.tsx';

const LOGIN_METHODS = {
  passkey: 'by passkey',
  ed25519: 'by key file',
  single_sign_on: 'by single sign-on',
} as const satisfies Record<ConsoleCallData<'sessions'>['list'][number]['signedInBy'], string>;

/** Open sessions. Ending a session takes effect at once. */
export function Sessions() {
  const { data, isError, isPending, refetch } = useConsoleQuery('sessions', {});

  async function end(id: string, person: string) {
    await consoleCall('endConsoleSession', { id });
    await refetchShownData({ queryKey: ['sessions'] });
    showToast(`The session of ${person} has ended.`);
  }

  return (
    <Card title="Active sessions" count={data?.list.length ?? 0} flush>
      {isError && <LoadErrorNote onRetry={() => void refetch()} />}
      {isPending && <Skeleton rows={3} height={44} />}
      <ul className="people-list">
        {data?.list.map(({ id, person, browser, system, startedAt, activeAt, signedInBy, isThis }) => (
          <li key={id} className="people-row">
            <div>
              <b>{person}</b> {isThis && <Tag tone="tide">this session</Tag>}
              <p className="second">
                {[browser, system].filter(Boolean).join(' on ') || 'unknown browser'}, {LOGIN_METHODS[signedInBy]},
                since <Time iso={startedAt} />, last active <Time iso={activeAt} />
              </p>
            </div>
            {!isThis && (
              <Button size="small" kind="danger" onClick={() => void end(id, person)}>
                {' '}
                End session
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
