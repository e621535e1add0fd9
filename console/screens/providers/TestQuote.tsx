import { type SyntheticEvent, useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { SelectField } from '../../parts/fields/SelectField.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { Note } from '../../parts/Note.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { formatAmountWithCode } from '../../parts/values/formatGroupedDecimal.ts';
import { KeyValues } from '../../parts/values/KeyValues.tsx';
import { formatMethodInSentence } from '../catalog/configurationKindTitles.ts';
import type { Provider } from './ProvidersScreen.tsx';

type Test = NonNullable<Provider['test']>;

type TestQuoteProps = {
  readonly provider: string;
  /** Why it cannot be requested now, or not by this person. */
  readonly refused: string | undefined;
  readonly test: Test | null;
  /** Keys of the coins that are sold. */
  readonly coins: readonly string[];
  readonly onRequested: () => void;
};

/** Has a worker request a test quote, also from a disabled provider: nothing is bought, and no statistics change. */
export function TestQuote({ provider, refused, test, coins, onRequested }: TestQuoteProps) {
  const [pay, setPay] = useState(test?.question.pay ?? '');
  const [crypto, setCrypto] = useState(test?.question.crypto ?? coins[0] ?? '');
  const [fault, setFault] = useState('');
  const [sending, setSending] = useState(false);
  const isRequesting = sending || (test !== null && test.answer === null);
  const isAmount = /^(?:\d+(?:\.\d+)?)?$/.test(pay.trim());
  const requestQuote = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isRequesting || !isAmount || refused !== undefined) return;
    setSending(true);
    try {
      await consoleCall('requestTestQuote', { provider, pay: pay.trim(), crypto });
      setFault('');
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
    setSending(false);
    onRequested();
  };
  return (
    <Card title="Request a test quote" {...(test && { aside: <TestRequester test={test} /> })}>
      <form className="providers-test" onSubmit={(event) => void requestQuote(event)}>
        <TextField
          label="Amount paid"
          value={pay}
          onChange={setPay}
          inputMode="decimal"
          hint="Leave empty for the default amount."
          error={isAmount ? undefined : 'Enter digits with a decimal point, such as 250.00.'}
        />
        <SelectField
          label="Crypto"
          options={coins.map((coin) => ({ value: coin, label: coin.replace('_', ' on ') }))}
          value={crypto}
          onChange={setCrypto}
        />
        <Button type="submit" size="large" working={isRequesting} refused={refused}>
          {' '}
          Get quote
        </Button>
      </form>
      {fault !== '' && <Note tone="bad">{fault}</Note>}
      <div aria-live="polite">
        {test ? <TestAnswer test={test} /> : <EmptyState>No test quote in the last month.</EmptyState>}
      </div>
    </Card>
  );
}

function TestRequester({ test: { requestedBy, requestedAt } }: { readonly test: Test }) {
  return (
    <>
      {requestedBy}, <Time iso={requestedAt} />
    </>
  );
}

function TestAnswer({ test: { question, symbol, milliseconds, answer } }: { readonly test: Test }) {
  const { pay, payCurrency, method, country } = question;
  const purchase = `${formatAmountWithCode(pay, payCurrency)} for ${symbol} by ${formatMethodInSentence(method)} from ${country}`;
  if (answer === null) return <Note>Requesting {purchase}…</Note>;
  if (answer.kind === 'unavailable')
    return (
      <Note tone="bad">
        {purchase}: no usable response after {milliseconds} ms: {answer.detail}.
      </Note>
    );
  if (answer.kind === 'refused')
    return (
      <Note tone="warn">
        {purchase}: refused after {milliseconds} ms: {answer.reason.replaceAll('_', ' ')}
        {answer.detail !== '' && `: ${answer.detail}`}.
        {answer.limit !== null && ` Nearest accepted amount: ${formatAmountWithCode(answer.limit, payCurrency)}.`}
      </Note>
    );
  return (
    <KeyValues
      rows={[
        { label: 'Response time', value: `${milliseconds} ms` },
        {
          label: `A buyer in ${country} pays by ${formatMethodInSentence(method)}`,
          value: formatAmountWithCode(answer.pay, payCurrency),
        },
        { label: 'Provider’s fees', value: formatAmountWithCode(answer.processingFee, payCurrency) },
        { label: 'Of which affiliate fee to us', value: formatAmountWithCode(answer.affiliateFee, payCurrency) },
        { label: 'Network fee', value: formatAmountWithCode(answer.networkFee, payCurrency) },
        { label: 'Stated delivery time', value: `${answer.publishedMinutes} min` },
        { label: 'Requires', value: formatIdentity(answer) },
        { label: `Receives, ${symbol}`, value: answer.receive, total: true },
      ]}
    />
  );
}

function formatIdentity({
  identity,
  needsAccount,
}: {
  readonly identity: 'basic' | 'document';
  readonly needsAccount: boolean;
}) {
  const requirement = identity === 'document' ? 'an ID document' : 'a name and an address';
  return needsAccount ? `${requirement}, and an account with the provider` : requirement;
}
