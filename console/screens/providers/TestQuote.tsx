import { type SyntheticEvent, useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { KeyValues } from '../../parts/KeyValues.tsx';
import { moneyWithCode } from '../../parts/moneyWords.ts';
import { Note } from '../../parts/Note.tsx';
import { SelectField } from '../../parts/SelectField.tsx';
import { TextField } from '../../parts/TextField.tsx';
import { Time } from '../../parts/Time.tsx';
import { methodTitle } from '../catalog/kindTitles.ts';
import type { Provider } from './ProvidersScreen.tsx';

type Test = NonNullable<Provider['test']>;

type TestQuoteProps = {
  readonly provider: string;
  /** Why it cannot be asked now, or not by this person. */
  readonly refused: string | undefined;
  readonly test: Test | null;
  /** Keys of what is sold. */
  readonly coins: readonly string[];
  readonly onAsked: () => void;
};

/** A worker asks the provider what a buyer would, even while it is switched off: nothing is bought, and no figure moves. */
export function TestQuote({ provider, refused, test, coins, onAsked }: TestQuoteProps) {
  const [pay, setPay] = useState(test?.question.pay ?? '');
  const [crypto, setCrypto] = useState(test?.question.crypto ?? coins[0] ?? '');
  const [fault, setFault] = useState('');
  const [sending, setSending] = useState(false);
  const asking = sending || (test !== null && test.answer === null);
  const isAmount = /^(?:\d+(?:\.\d+)?)?$/.test(pay.trim());
  const ask = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (asking || !isAmount || refused !== undefined) return;
    setSending(true);
    try {
      await consoleCall('askTestQuote', { provider, pay: pay.trim(), crypto });
      setFault('');
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
    setSending(false);
    onAsked();
  };
  return (
    <Card title="Ask for a test quote" {...(test && { aside: <Asked test={test} /> })}>
      <form className="providers-test" onSubmit={(event) => void ask(event)}>
        <TextField
          label="A buyer pays"
          value={pay}
          onChange={setPay}
          inputMode="decimal"
          hint="Empty: the usual amount."
          error={isAmount ? undefined : 'An amount is digits, with a point: 250.00'}
        />
        <SelectField
          label="For"
          options={coins.map((coin) => ({ value: coin, label: coin.replace('_', ' on ') }))}
          value={crypto}
          onChange={setCrypto}
        />
        <Button type="submit" size="large" working={asking} refused={refused}>
          Ask it
        </Button>
      </form>
      {fault !== '' && <Note tone="bad">{fault}</Note>}
      <div aria-live="polite">
        {test ? <Answer test={test} /> : <Empty>Nobody has asked it for one within a month.</Empty>}
      </div>
    </Card>
  );
}

function Asked({ test: { askedBy, askedAt } }: { readonly test: Test }) {
  return (
    <>
      {askedBy}, <Time iso={askedAt} />
    </>
  );
}

function Answer({ test: { question, symbol, milliseconds, answer } }: { readonly test: Test }) {
  const { pay, payCurrency, method, country } = question;
  const wanted = `${moneyWithCode(pay, payCurrency)} for ${symbol} by ${methodTitle(method).toLowerCase()} from ${country}`;
  if (answer === null) return <Note>It is asked for {wanted}.</Note>;
  if (answer.kind === 'unavailable')
    return (
      <Note tone="bad">
        Asked for {wanted}, it gave no answer that can be used, in {milliseconds} ms: {answer.detail}.
      </Note>
    );
  if (answer.kind === 'refused')
    return (
      <Note tone="warn">
        Asked for {wanted}, it refused in {milliseconds} ms: {answer.reason.replaceAll('_', ' ')}
        {answer.detail !== '' && `: ${answer.detail}`}.
        {answer.limit !== null && ` The nearest that it takes is ${moneyWithCode(answer.limit, payCurrency)}.`}
      </Note>
    );
  return (
    <KeyValues
      rows={[
        { label: 'Answered within', value: `${milliseconds} ms` },
        {
          label: `A buyer in ${country} pays by ${methodTitle(method).toLowerCase()}`,
          value: moneyWithCode(answer.pay, payCurrency),
        },
        { label: 'Its fees', value: moneyWithCode(answer.processingFee, payCurrency) },
        { label: 'Of these, what it pays us', value: moneyWithCode(answer.affiliateFee, payCurrency) },
        { label: 'Network fee', value: moneyWithCode(answer.networkFee, payCurrency) },
        { label: 'Delivers, it says', value: `in ${answer.publishedMinutes} min` },
        { label: 'Asks for', value: identityWords(answer) },
        { label: `Gets, ${symbol}`, value: answer.receive, total: true },
      ]}
    />
  );
}

function identityWords({
  identity,
  needsAccount,
}: {
  readonly identity: 'basic' | 'document';
  readonly needsAccount: boolean;
}) {
  const what = identity === 'document' ? 'a document' : 'a name and an address';
  return needsAccount ? `${what}, and an account there` : what;
}
