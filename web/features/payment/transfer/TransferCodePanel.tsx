import './transferCodePanel.css';
import ChevronDown from 'lucide-react/icons/chevron-down';
import QrCode from 'lucide-react/icons/qr-code';
import { lazy, Suspense } from 'react';
import { formatAmount } from '../../../i18n/formatAmount.ts';
import { getLocale, text } from '../../../i18n/text.ts';
import { Card } from '../../../ui/page/Page.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { buildCreditTransferCode } from './buildCreditTransferCode.ts';
import type { Transfer } from './TransferSlip.tsx';

/** The page also shows all details as text, so it works without the code if this chunk fails to load. */
const TransferCode = lazy(() =>
  import('./TransferCode.tsx').then(
    (module) => ({ default: module.TransferCode }),
    () => ({ default: CodeUnavailable }),
  ),
);

type TransferCodePanelProps = {
  readonly transfer: Transfer;
  readonly currency: string;
  /** Collapsed on tablets, where the code could only be scanned by another device's camera; phones do not show it. */
  readonly isCollapsible: boolean;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
};

/** Shows the transfer as a QR code for banking apps; renders nothing if the transfer cannot be encoded. */
export function TransferCodePanel({ transfer, currency, isCollapsible, open, onOpen }: TransferCodePanelProps) {
  const code = buildCreditTransferCode({ ...transfer, amount: transfer.missing, currency });
  if (code === null) return null;
  const label = text('payment.code_label', {
    amount: formatAmount(transfer.missing, currency, getLocale()),
    holder: transfer.accountHolder,
    reference: transfer.reference,
  });
  const body = (
    <div className="transfer-code-body">
      <Suspense fallback={<Skeleton width={208} height={208} />}>
        <TransferCode code={code} label={label} />
      </Suspense>
      <p className="hint">{text('payment.code_hint')}</p>
    </div>
  );
  if (!isCollapsible) {
    return (
      <Card>
        <h2 className="transfer-code-heading">{text('payment.code_title')}</h2>
        {body}
      </Card>
    );
  }
  return (
    <details className="transfer-code-fold" open={open} onToggle={({ currentTarget }) => onOpen(currentTarget.open)}>
      <summary>
        <QrCode size={20} strokeWidth={1.9} aria-hidden="true" />
        <span>{text('payment.code_title')}</span>
        <ChevronDown className="transfer-code-chevron" size={20} strokeWidth={2.1} aria-hidden="true" />
      </summary>
      {open && body}
    </details>
  );
}

function CodeUnavailable() {
  return <p className="hint">{text('payment.code_failed')}</p>;
}
