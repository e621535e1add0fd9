import { saveFile } from '@slipway/look/saveFile.ts';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { call, callForFile } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';
import { errorText } from '../../i18n/errorText.ts';
import { type TextKey, text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { createJsonFile } from '../../ui/createJsonFile.ts';
import { showToast } from '../../ui/toastStore.ts';

type Format = 'pdf' | 'json';

const formats: Readonly<
  Record<Format, { readonly name: TextKey; readonly fetch: (orderNo: string) => Promise<Blob> }>
> = {
  pdf: { name: 'order.receipt_pdf', fetch: (orderNo) => callForFile('orderReceipt', { orderNo, format: 'pdf' }) },
  json: {
    name: 'order.receipt_data',
    fetch: async (orderNo) => createJsonFile(await call('orderReceipt', { orderNo, format: 'json' })),
  },
};

/** Offers the receipt for download, in a readable and a machine-readable format. */
export function ReceiptFiles({ orderNo }: { readonly orderNo: string }) {
  const [working, setWorking] = useState<Format | null>(null);
  const download = async (format: Format) => {
    setWorking(format);
    try {
      saveFile(`receipt-${orderNo}.${format}`, await formats[format].fetch(orderNo));
    } catch (failure) {
      if (!(failure instanceof CallError && failure.handled)) showToast(errorText(failure), 'info');
    } finally {
      setWorking(null);
    }
  };
  return (
    <div className="receipt-files">
      {(['pdf', 'json'] as const).map((format) => (
        <Button
          key={format}
          kind="link"
          working={working === format}
          {...(format === 'pdf' && { icon: <Download size={18} strokeWidth={2.1} aria-hidden="true" /> })}
          onClick={() => void download(format)}
        >
          {text(formats[format].name)}
        </Button>
      ))}
    </div>
  );
}
