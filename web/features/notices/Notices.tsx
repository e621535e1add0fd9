import './notices.css';
import Clock from 'lucide-react/icons/clock';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import WifiOff from 'lucide-react/icons/wifi-off';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { isSlow, subscribeToLine, useLine } from '../../api/line.ts';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { putOffNewVersion, takeNewVersion, useVersionNews } from './newVersion.ts';
import { type Notice, presentNotice } from './presentNotice.ts';
import { registerWorker } from './registerWorker.ts';
import { watchLine } from './watchLine.ts';

const icon = { size: 18, strokeWidth: 2, 'aria-hidden': true } as const;

const icons: Readonly<Record<Notice, ReactNode>> = {
  offline: <WifiOff {...icon} />,
  slow: <Clock {...icon} />,
  new_version: <RefreshCw {...icon} />,
  updated: <RefreshCw {...icon} />,
};

/** A line above every screen for what is about none of them: no network, a long wait, a new version. */
export function Notices() {
  const line = useLine();
  const slow = useSyncExternalStore(subscribeToLine, isSlow);
  const version = useVersionNews();
  const [path] = useLocation();
  useBackgroundWork();
  const notice = presentNotice({ line, slow, version, path });
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
    watchLine();
    if (import.meta.env.PROD) void registerWorker();
  }, []);
}
