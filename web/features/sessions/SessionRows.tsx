import './sessionRows.css';
import LogOut from 'lucide-react/icons/log-out';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { formatTime } from '../../i18n/formatTime.ts';
import { getLocale, text } from '../../i18n/text.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ConfirmSheet } from '../../ui/overlay/ConfirmSheet.tsx';
import { useDeletion } from '../../ui/overlay/useDeletion.ts';
import { ListButton, ListCard } from '../../ui/rows/ListCard.tsx';
import { StatusTag } from '../../ui/StatusTag.tsx';
import { formatCountry, formatDevice } from './deviceText.ts';
import { type ListedSession, useEndSessions } from './sessionQueries.ts';

const icon = { size: 22, strokeWidth: 1.9, 'aria-hidden': true } as const;
const HANDHELD_SYSTEMS = new Set(['iPhone', 'iPad', 'Android']);

type SessionRowsProps = { readonly sessions: readonly ListedSession[]; readonly labelledBy: string };

/** Lists the buyer's sessions with the current one marked; each other session, or all of them, can be ended. */
export function SessionRows({ sessions, labelledBy }: SessionRowsProps) {
  const {
    focusTarget,
    pending: sessionToEnd,
    requestDeletion,
    cancel,
    working,
    confirm,
  } = useDeletion(useEndSessions());
  const hasOthers = sessions.some(({ current }) => !current);
  return (
    <>
      <div ref={focusTarget} tabIndex={-1} className="session-rest">
        <ListCard labelledBy={labelledBy}>
          {sessions.map((session) => (
            <SessionRow key={session.sessionId} session={session} onEnd={requestDeletion} />
          ))}
          {hasOthers && (
            <ListButton
              icon={<LogOut {...icon} />}
              title={text('sessions.end_others')}
              detail={text('sessions.end_others_detail')}
              onClick={() => requestDeletion('others')}
            />
          )}
        </ListCard>
      </div>
      <ConfirmSheet
        open={sessionToEnd !== null}
        onClose={cancel}
        title={text(sessionToEnd === 'others' ? 'sessions.end_others_question' : 'sessions.end_question')}
        act={text('menu.log_out')}
        onAct={() => void confirm()}
        working={working}
      >
        {sessionToEnd === 'others' && text('sessions.end_others_explained')}
        {sessionToEnd !== null &&
          sessionToEnd !== 'others' &&
          text('sessions.end_explained', { device: formatDevice(sessionToEnd) })}
      </ConfirmSheet>
    </>
  );
}

type SessionRowProps = { readonly session: ListedSession; readonly onEnd: (session: ListedSession) => void };

function SessionRow({ session, onEnd }: SessionRowProps) {
  const { current, country, createdAt, lastSeenAt, system } = session;
  const device = formatDevice(session);
  const formatAt = (at: string) => formatTime(new Date(at), getLocale(), 'minutes');
  const Picture = HANDHELD_SYSTEMS.has(system) ? Smartphone : Monitor;
  return (
    <li className="session-row">
      <span className="session-row-icon">
        <Picture {...icon} />
      </span>
      <div className="session-row-words">
        <p className="session-row-name">{device}</p>
        <p className="hint">
          {country !== '' && <span>{formatCountry(country)}</span>}
          <span>{text('sessions.since', { time: formatAt(createdAt) })}</span>
          {!current && <span>{text('sessions.seen', { time: formatAt(lastSeenAt) })}</span>}
        </p>
        {current && <StatusTag tone="good">{text('sessions.this_one')}</StatusTag>}
      </div>
      {!current && (
        <IconButton
          label={text('sessions.end', { device })}
          icon={<LogOut size={20} strokeWidth={1.9} aria-hidden="true" />}
          hasPopup="dialog"
          onClick={() => onEnd(session)}
        />
      )}
    </li>
  );
}
