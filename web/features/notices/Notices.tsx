import './notices.css';
import Clock from 'lucide-react/icons/clock';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import WifiOff from 'lucide-react/icons/wifi-off';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { hasSlowRequest, subscribeToConnection } from '../../api/connection.ts';
import { useConnection } from '../../api/useConnection.ts';
import { loadOfferedLocales, showPreferredLanguage } from '../../i18n/language.ts';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { watchPersonalDrafts } from '../session/watchPersonalDrafts.ts';
import { chooseNotice, type Notice } from './chooseNotice.ts';
import { activateNewVersion, postponeNewVersion, useVersionNotice } from './newVersion.ts';
import { registerWorker } from './registerWorker.ts';
import { watchConnection } from './watchConnection.ts';

const icon = { size: 18, strokeWidth: 2, 'aria-hidden': true } as const;

const icons: Readonly<Record<Notice, ReactNode>> = {
  offline: <WifiOff {...icon} />,
  slow: <Clock {...icon} />,
  new_version: <RefreshCw {...icon} />,
  updated: <RefreshCw {...icon} />,
};

/** Bar above all screens for global notices: offline, slow connection, new version. */
export function Notices() {
  const connection = useConnection();
  const slow = useSyncExternalStore(subscribeToConnection, hasSlowRequest);
  const version = useVersionNotice();
  const [path] = useLocation();
  useBackgroundWork();
  const notice = chooseNotice({ connection, slow, version, path });
  return (
    <div className="notices" data-shown={notice ?? undefined}>
      {/* Always rendered, so that screen readers announce new content. */}
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
          <Button kind="small" onClick={activateNewVersion}>
            {text(notice === 'updated' ? 'ui.reload' : 'notice.update')}
          </Button>
          <Button kind="link" onClick={postponeNewVersion}>
            {text('notice.later')}
          </Button>
        </div>
      )}
    </div>
  );
}

let isWorkStarted = false;

/**
 * Watches the connection and the drafts, loads the offered languages and registers the service worker: once per loaded
 * page, even if the component is mounted again.
 */
function useBackgroundWork(): void {
  useEffect(() => {
    if (isWorkStarted) return;
    isWorkStarted = true;
    watchConnection();
    watchPersonalDrafts();
    // A page from a cache, or one that was left open, may show a language that the operator no longer offers.
    void loadOfferedLocales().then(showPreferredLanguage);
    if (import.meta.env.PROD) void registerWorker();
  }, []);
}
