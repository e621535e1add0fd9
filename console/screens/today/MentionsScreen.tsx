import './mentions.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { askAgain } from '../../api/queryClient.ts';
import { useCalmRows } from '../../api/useCalmRows.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useFrame } from '../../app/frameState.ts';
import { parseSearch } from '../../app/search.ts';
import { Avatar } from '../../parts/Avatar.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { capital } from '../../parts/capital.ts';
import { Empty } from '../../parts/Empty.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { ListNews } from '../../parts/ListNews.tsx';
import { LiveBadge } from '../../parts/LiveBadge.tsx';
import { Note } from '../../parts/Note.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';

type Mention = ConsoleCallData<'mentions'>['list'][number];

const NO_ROWS: Mention[] = [];
const idOf = ({ noteId }: Mention) => String(noteId);

/** Who has named me, beside what? */
export default function MentionsScreen() {
  const { heardAt } = useFrame();
  const page = useConsoleQuery('mentions', {}, { topics: ['notes'] });
  const [failed, setFailed] = useState<string>();
  const { data } = page;
  const calm = useCalmRows(data?.list ?? NO_ROWS, idOf, '');
  const unread = calm.rows.flatMap(({ noteId, readAt }) => (readAt === null ? [noteId] : []));
  async function read(notes: readonly number[]) {
    setFailed(undefined);
    try {
      await consoleCall('readMentions', { notes: [...notes] });
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
    }
    await askAgain();
  }
  return (
    <>
      <ScreenHead
        title="Mentions of me"
        aside={<LiveBadge heardAt={heardAt} />}
        lead={data && leadOf(data.unread)}
        beside={
          unread.length > 0 && (
            <Button size="small" onClick={() => void read(unread)}>
              All of them are read
            </Button>
          )
        }
      />
      {failed !== undefined && <Note tone="bad">{failed}</Note>}
      {page.isError && <Failed onAskAgain={() => void page.refetch()} />}
      {page.isPending && <Skeleton rows={6} height={60} />}
      {data && (
        <Card label="Notes that name me" flush>
          <ListNews fresh={calm.fresh} gone={calm.gone} goneWord="gone" onShow={calm.show} />
          {calm.rows.length === 0 && <Empty>No note names you yet. Whoever writes @ and your name has you told.</Empty>}
          <ul className="mentions">
            {calm.rows.map((mention) => (
              <MentionRow key={mention.noteId} mention={mention} onRead={() => void read([mention.noteId])} />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function MentionRow({ mention, onRead }: { readonly mention: Mention; readonly onRead: () => void }) {
  const { person, subject, beside, body, writtenAt, readAt, to } = mention;
  const navigate = useNavigate();
  const [path = '', query = ''] = to.split('?', 2);
  return (
    <li data-unread={readAt === null ? '' : undefined}>
      <Avatar name={person} />
      <div>
        <b>{capital(person)}</b>, beside {subjectWords(subject)}
        {beside > 1 && ` and ${beside - 1} more`} <Time iso={writtenAt} />{' '}
        {readAt === null && (
          <Tag small tone="tide">
            not read
          </Tag>
        )}
        <p>{body}</p>
      </div>
      <Button
        size="small"
        onClick={() => {
          if (readAt === null) onRead();
          void navigate({ to: `/${path}`, search: parseSearch(query) });
        }}
      >
        Open
      </Button>
    </li>
  );
}

/** `order 7KQ2…` of `order:7KQ2…`; a buyer's account says nothing to anybody. */
function subjectWords(subject: string): string {
  const [about = '', name = ''] = subject.split(/:(.*)/s);
  return about === 'buyer' ? 'a buyer' : `${about} ${name}`;
}

function leadOf(unread: number): string {
  if (unread === 0) return 'All of them are read.';
  return unread === 1 ? '1 is not read.' : `${unread} are not read.`;
}
