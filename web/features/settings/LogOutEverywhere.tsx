import LogOut from 'lucide-react/icons/log-out';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { ConfirmSheet } from '../../ui/overlay/ConfirmSheet.tsx';
import { ListButton } from '../../ui/rows/ListCard.tsx';
import { showToast } from '../../ui/toastStore.ts';
import { clearDraftWallet } from '../draft/draft.ts';
import { clearUserInfo } from '../session/session.ts';
import { forgetBrowserId } from '../tracking/getBrowserId.ts';

/**
 * Ends all sessions of the buyer. The local session ends only after the server's confirmation, so that a failure does
 * not look like success.
 */
export function LogOutEverywhere() {
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState(false);
  const [working, setWorking] = useState(false);
  const [error, setError] = useState('');
  const logOut = async () => {
    setWorking(true);
    setError('');
    try {
      await call('expAuth', { everywhere: true });
      navigate('/edit', { replace: true });
      clearUserInfo();
      clearDraftWallet();
      forgetBrowserId();
      showToast(text('settings.logged_out_everywhere'));
    } catch (failure) {
      setWorking(false);
      if (!(failure instanceof CallError && failure.handled)) setError(errorText(failure));
    }
  };
  return (
    <ListButton
      icon={<LogOut size={22} strokeWidth={1.9} aria-hidden="true" />}
      title={text('settings.log_out_everywhere')}
      detail={text('settings.log_out_everywhere_detail')}
      onClick={() => setAsking(true)}
    >
      <ConfirmSheet
        open={asking}
        onClose={() => setAsking(false)}
        title={text('settings.log_out_everywhere_question')}
        act={text('menu.log_out')}
        onAct={() => void logOut()}
        working={working}
        error={error}
      >
        {text('settings.log_out_everywhere_explained')}
      </ConfirmSheet>
    </ListButton>
  );
}
