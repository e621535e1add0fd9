import { saveFile } from '@slipway/look/saveFile.ts';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { createJsonFile } from '../../ui/createJsonFile.ts';
import { Ring } from '../../ui/progress/Ring.tsx';
import { ListButton } from '../../ui/rows/ListCard.tsx';
import { showToast } from '../../ui/toastStore.ts';
import { exportFileName } from './exportFileName.ts';

/** Downloads all data stored about the buyer as a file. */
export function DownloadData() {
  const [working, setWorking] = useState(false);
  const download = async () => {
    setWorking(true);
    try {
      const data = await call('exportData', {});
      saveFile(exportFileName(data.exportedAt), createJsonFile(data));
      showToast(text('settings.downloaded'));
    } catch (failure) {
      if (!(failure instanceof CallError && failure.handled)) showToast(errorText(failure), 'info');
    } finally {
      setWorking(false);
    }
  };
  return (
    <ListButton
      icon={<Download size={22} strokeWidth={1.9} aria-hidden="true" />}
      title={text('settings.download')}
      detail={text('settings.download_detail')}
      working={working}
      end={working && <Ring size={20} turning />}
      onClick={() => void download()}
    />
  );
}
