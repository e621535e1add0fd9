import '@slipway/look/styles/monoFont.css';
import './transferSlip.css';
import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { useCopying } from '@slipway/look/useCopying.ts';
import { multiply, parseDecimal } from '@slipway/money/decimal.ts';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Fragment, type ReactNode, useRef } from 'react';
import { useSecondsUntil } from '../../../api/useSecondsUntil.ts';
import { formatDeadline } from '../../../i18n/formatDeadline.ts';
import { RichText } from '../../../i18n/RichText.tsx';
import { getLocale, text } from '../../../i18n/text.ts';
import { AmountText } from '../../../ui/amount/AmountText.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Note } from '../../../ui/Note.tsx';
import { Card } from '../../../ui/page/Page.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { normalizeBankValue } from './buildCreditTransferCode.ts';
import { buildTransferText } from './buildTransferText.ts';
import { isIban, splitIntoFours } from './iban.ts';
import { splitTimeLeft } from './splitTimeLeft.ts';

export type Transfer = NonNullable<OrderDetail['transfer']>;

type TransferSlipProps = { readonly transfer: Transfer; readonly currency: string };

const DAY_SECONDS = 86_400;
/** From this many characters the amount uses a smaller font, so that its copy button fits on the line. */
const LONG_AMOUNT = 8;

/** Shows the transfer instructions: amount, reference, payee, bank and deadline, with buttons to copy what a bank asks for. */
export function TransferSlip({ transfer, currency }: TransferSlipProps) {
  const { accountHolder, account, bankCode, bankName, reference, received, missing } = transfer;
  const isPartlyPaid = parseDecimal(received).coefficient > 0n;
  const byIban = isIban(account);
  return (
    <Card lift>
      {isPartlyPaid && <ReceivedShare transfer={transfer} currency={currency} />}
      <dl className="transfer-slip">
        <Line label={text(isPartlyPaid ? 'payment.transfer_missing' : 'payment.transfer_amount')}>
          <AmountText
            amount={missing}
            code={currency}
            className={missing.length < LONG_AMOUNT ? 'transfer-amount' : 'transfer-amount transfer-amount-long'}
          />
          <CopyButton value={missing} label={text('payment.copy_amount')} />
        </Line>
        <div className="transfer-reference">
          <dt>{text('payment.transfer_reference')}</dt>
          <dd>
            <span className="transfer-value">
              <Groups of={reference} />
              <CopyButton value={normalizeBankValue(reference)} label={text('payment.copy_reference')} />
            </span>
            <Note tone="warn" icon={<TriangleAlert size={18} strokeWidth={2.1} aria-hidden="true" />}>
              {text(isPartlyPaid ? 'payment.same_reference' : 'payment.reference_needed')}
            </Note>
          </dd>
        </div>
        <Line label={text('payment.account_holder')}>
          <span translate="no">{accountHolder}</span>
          <CopyButton value={accountHolder} label={text('payment.copy_account_holder')} />
        </Line>
        <Line label={text(byIban ? 'payment.iban' : 'payment.account')}>
          {byIban ? (
            <Groups of={account} />
          ) : (
            <span className="mono" translate="no">
              {account}
            </span>
          )}
          <CopyButton
            value={normalizeBankValue(account)}
            label={text(byIban ? 'payment.copy_iban' : 'payment.copy_account')}
          />
        </Line>
        <Line label={text(byIban ? 'payment.bic' : 'payment.bank_code')}>
          <span className="mono" translate="no">
            {bankCode}
          </span>
          <CopyButton value={bankCode} label={text(byIban ? 'payment.copy_bic' : 'payment.copy_bank_code')} />
        </Line>
        <Line label={text('payment.bank')}>{bankName}</Line>
      </dl>
      <CopyAll transfer={transfer} currency={currency} />
      <TransferDeadline epochSeconds={transfer.payBefore} />
    </Card>
  );
}

/** Copies all details at once. Phones only: they cannot scan a code on their own screen. */
function CopyAll({ transfer, currency }: TransferSlipProps) {
  const [copying, copy] = useCopying();
  const button = useRef<HTMLDivElement>(null);
  const press = () => void copy(buildTransferText(transfer, currency), button.current?.previousElementSibling);
  return (
    <div ref={button} className="transfer-copy-all">
      <Button kind="ghost" icon={<CopyIcon copied={copying?.isCopied === true} />} onClick={press}>
        {text(copying?.isCopied ? 'ui.copied' : 'payment.copy_all')}
      </Button>
      <output className={copying?.isCopied === false ? 'hint' : 'unseen'}>
        {copying && text(copying.isCopied ? 'ui.copied' : 'ui.copy_by_hand')}
      </output>
    </div>
  );
}

function CopyIcon({ copied }: { readonly copied: boolean }) {
  const Icon = copied ? Check : Copy;
  return <Icon size={18} strokeWidth={2.2} aria-hidden="true" />;
}

type LineProps = { readonly label: string; readonly children: ReactNode };

function Line({ label, children }: LineProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="transfer-value">{children}</dd>
    </div>
  );
}

/** Shows a value in groups of four. A text selection includes the spaces; the copy button leaves them out. */
function Groups({ of: value }: { readonly of: string }) {
  return (
    <span className="transfer-groups mono" translate="no">
      {splitIntoFours(value).map((group, index) => (
        <Fragment key={index}>
          {index > 0 && ' '}
          <span>{group}</span>
        </Fragment>
      ))}
    </span>
  );
}

/** Shows how much of a partly paid amount has arrived, as text and as a bar. */
function ReceivedShare({ transfer: { received, amount }, currency }: TransferSlipProps) {
  return (
    <div className="transfer-came">
      <p>
        <RichText
          of="payment.transfer_came"
          with={{
            received: <AmountText amount={received} code={currency} />,
            amount: <AmountText amount={amount} code={currency} />,
          }}
        />
      </p>
      <span className="transfer-bar" aria-hidden="true">
        <span style={{ inlineSize: `${computePercent(received, amount)}%` }} />
      </span>
    </div>
  );
}

function computePercent(part: string, whole: string): number {
  const hundredfold = multiply(parseDecimal(part), parseDecimal('100'));
  return Number(hundredfold.coefficient / parseDecimal(whole).coefficient);
}

function TransferDeadline({ epochSeconds }: { readonly epochSeconds: number }) {
  const seconds = useSecondsUntil(epochSeconds) ?? 0;
  const left = splitTimeLeft(seconds);
  const { kind, ...values } = left;
  return (
    <div className="transfer-until">
      <span>
        <small>{text('payment.transfer_until')}</small>
        <time dateTime={new Date(epochSeconds * 1000).toISOString()}>
          {formatDeadline(new Date(epochSeconds * 1000), getLocale())}
        </time>
      </span>
      <StatusTag tone={seconds < DAY_SECONDS ? 'warn' : 'mute'}>
        <span role="timer" aria-live="off">
          {text(`payment.left_${kind}`, values)}
        </span>
      </StatusTag>
      <p className="hint">{text('payment.transfer_late')}</p>
    </div>
  );
}
