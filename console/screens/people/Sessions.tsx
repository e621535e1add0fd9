import { consoleCall } from '../../api/consoleCall.ts';
import { askAgain } from '../../api/queryClient.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';
import { say } from '../../parts/toasts.ts';

/** Who is in now. Ending a session takes effect at once. */
export function Sessions() {
  const { data, isError, isPending, refetch } = useConsoleQuery('sessions', {});

  async function end(id: string, person: string) {
    await consoleCall('endConsoleSession', { id });
    await askAgain({ queryKey: ['sessions'] });
    say(`The session of ${person} has ended.`);
  }

  return (
    <Card title="In the console" count={data?.list.length ?? 0} flush>
      {isError && <Failed onAskAgain={() => void refetch()} />}
      {isPending && <Skeleton rows={3} height={44} />}
      <ul className="people-list">
        {data?.list.map(({ id, person, browser, system, startedAt, activeAt, signedInBy, isThis }) => (
          <li key={id} className="people-row">
            <div>
              <b>{person}</b> {isThis && <Tag tone="tide">this one</Tag>}
              <p className="second">
                {[browser, system].filter(Boolean).join(' on ') || 'an unknown browser'},{' '}
                {signedInBy === 'passkey' ? 'by passkey' : 'by single sign-on'}, since <Time iso={startedAt} />, last
                active <Time iso={activeAt} />
              </p>
            </div>
            {!isThis && (
              <Button size="small" kind="danger" onClick={() => void end(id, person)}>
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
