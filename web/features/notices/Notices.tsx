import './notices.css';
import Clock from 'lucide-react/icons/clock';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import WifiOff from 'lucide-react/icons/wifi-off';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { isSlow, subscribeToConnection } from '../../api/connection.ts';
import { useConnection } from '../../api/useConnection.ts';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { currentNotice, type Notice } from './currentNotice.ts';
import { putOffNewVersion, takeNewVersion, useVersionNews } from './newVersion.ts';
import { registerWorker } from './registerWorker.ts';
import { watchConnection } from './watchConnection.ts';

const icon = { size: 18, strokeWidth: 2, 'aria-hidden': true } as const;

const icons: Readonly<Record<Notice, ReactNode>> = {
  offline: <WifiOff {...icon} />,
  slow: <Clock {...icon} />,
  new_version: <RefreshCw {...icon} />,
  updated: <RefreshCw {...icon} />,
};

/** A bar above every screen for what concerns them all: no network, a long wait, a new version. */
export function Notices() {
  const connection = useConnection();
  const slow = useSyncExternalStore(subscribeToConnection, isSlow);
  const version = useVersionNews();
  const [path] = useLocation();
  useBackgroundWork();
  const notice = currentNotice({ connection, slow, version, path });
  return (
    <div className="notices" data-shown={notice ?? undefined}>
      {/* Always there, so that what comes into it is announced. */}
      <output className="notices-text">
        {notice && (
          <>
            {icons[notice]}
            <span>
              <b>{text(`notice.${notice}`)}</b> {text(`notice.${notice}_detail`)}
            </span>
          </>
        )}
      </output>
      {(notice === 'new_version' || notice === 'updated') && (
        <div className="notices-acts">
          <Button kind="small" onClick={takeNewVersion}>
            {text(notice === 'updated' ? 'ui.reload' : 'notice.update')}
          </Button>
          <Button kind="link" onClick={putOffNewVersion}>
            {text('notice.later')}
          </Button>
        </div>
      )}
    </div>
  );
}

let working = false;

/** Once for the life of the page. */
function useBackgroundWork(): void {
  useEffect(() => {
    if (working) return;
    working = true;
    watchConnection();
    if (import.meta.env.PROD) void registerWorker();
  }, []);
}
