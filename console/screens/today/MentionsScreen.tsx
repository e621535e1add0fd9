import './mentions.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { refetchShownData } from '../../api/queryClient.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useStableRows } from '../../api/useStableRows.ts';
import { useFrameState } from '../../app/frameState.ts';
import { parseSearchParams } from '../../app/searchParams.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { LiveBadge } from '../../parts/connection/LiveBadge.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Note } from '../../parts/Note.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { ListChangesNote } from '../../parts/tables/ListChangesNote.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { Avatar } from '../../parts/values/Avatar.tsx';
import { capitalize } from '../../parts/values/capitalize.ts';

type Mention = ConsoleCallData<'mentions'>['list'][number];

const NO_ROWS: Mention[] = [];
const getId = ({ noteId }: Mention) => String(noteId);

/** Notes that mention the person. */
export default function MentionsScreen() {
  const { updatedAt } = useFrameState();
  const page = useConsoleQuery('mentions', {}, { topics: ['notes'] });
  const [failed, setFailed] = useState<string>();
  const { data } = page;
  const stableList = useStableRows(data?.list ?? NO_ROWS, getId, '');
  const unread = stableList.rows.flatMap(({ noteId, readAt }) => (readAt === null ? [noteId] : []));
  async function markAsRead(notes: readonly number[]) {
    setFailed(undefined);
    try {
      await consoleCall('readMentions', { notes: [...notes] });
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
    }
    await refetchShownData();
  }
  return (
    <>
      <ScreenHead
        title="Mentions"
        aside={<LiveBadge updatedAt={updatedAt} />}
        lead={data && formatLead(data.unread)}
        titleAddition={
          unread.length > 0 && (
            <Button size="small" onClick={() => void markAsRead(unread)}>
              Mark all as read
            </Button>
          )
        }
      />
      {failed !== undefined && <Note tone="bad">{failed}</Note>}
      {page.isError && <LoadErrorNote onRetry={() => void page.refetch()} />}
      {page.isPending && <Skeleton rows={6} height={60} />}
      {data && (
        <Card label="Notes that mention you" flush>
          <ListChangesNote fresh={stableList.fresh} gone={stableList.gone} goneLabel="gone" onShow={stableList.show} />
          {stableList.rows.length === 0 && (
            <EmptyState>No mentions yet. You are notified when someone writes @ and your name in a note.</EmptyState>
          )}
          <ul className="mentions">
            {stableList.rows.map((mention) => (
              <MentionRow key={mention.noteId} mention={mention} onRead={() => void markAsRead([mention.noteId])} />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function MentionRow({ mention, onRead }: { readonly mention: Mention; readonly onRead: () => void }) {
  const { person, subject, itemCount, body, writtenAt, readAt, to } = mention;
  const navigate = useNavigate();
  const [path = '', query = ''] = to.split('?', 2);
  return (
    <li data-unread={readAt === null ? '' : undefined}>
      <Avatar name={person} />
      <div>
        <b>{capitalize(person)}</b> on {formatSubject(subject)}
        {itemCount > 1 && ` and ${itemCount - 1} more`} <Time iso={writtenAt} />{' '}
        {readAt === null && (
          <Tag small tone="tide">
            unread
          </Tag>
        )}
        <p>{body}</p>
      </div>
      <Button
        size="small"
        onClick={() => {
          if (readAt === null) onRead();
          void navigate({ to: `/${path}`, search: parseSearchParams(query) });
        }}
      >
        Open
      </Button>
    </li>
  );
}

/** Returns `order 7KQ2…` for `order:7KQ2…`; a buyer's account id is not shown. */
function formatSubject(subject: string): string {
  const [about = '', name = ''] = subject.split(/:(.*)/s);
  return about === 'buyer' ? 'a buyer' : `${about} ${name}`;
}

function formatLead(unread: number): string {
  if (unread === 0) return 'All read.';
  return unread === 1 ? '1 unread.' : `${unread} unread.`;
}
