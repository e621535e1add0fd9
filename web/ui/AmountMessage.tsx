import { formatAmount, formatFigure } from '../i18n/formatAmount.ts';
import { RichText } from '../i18n/RichText.tsx';
import { text } from '../i18n/text.ts';
import { Button } from './Button.tsx';
import { FieldMessage } from './FieldMessage.tsx';
import type { AmountProblem, AmountRules } from './readAmount.ts';

type AmountMessageProps = {
  readonly id: string;
  readonly problem: AmountProblem;
  readonly rules: AmountRules;
  /** One of the amounts that may have been meant. */
  readonly onChoose: (amount: string) => void;
};

/** Why a text is not an amount, or which of two amounts it may be. */
export function AmountMessage({ id, problem, rules, onChoose }: AmountMessageProps) {
  if (problem.kind === 'refused')
    return (
      <FieldMessage id={id} icon>
        {refusalText(problem.reason, rules)}
      </FieldMessage>
    );
  const [grouped, fractional] = problem.readings;
  const choice = (amount: string) => (
    <Button kind="link" onClick={() => onChoose(amount)}>
      {shownReading(amount, rules)}
    </Button>
  );
  return (
    <FieldMessage id={id} icon>
      <RichText of="ui.amount_ambiguous" with={{ first: choice(grouped), second: choice(fractional) }} />
    </FieldMessage>
  );
}

function refusalText(reason: 'unreadable' | 'negative', { decimals, locale }: AmountRules): string {
  const example = formatFigure(decimals === 0 ? '250' : '250.50', locale);
  return reason === 'negative' ? text('ui.amount_negative') : text('ui.amount_unreadable', { example });
}

/** `1,000.00 EUR`, with all digits of the currency, so that both amounts can be told apart. */
function shownReading(amount: string, { decimals, code, locale }: AmountRules): string {
  const [whole = '', fraction = ''] = amount.split('.');
  const digits = decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`;
  return code === '' ? formatFigure(digits, locale) : formatAmount(digits, code, locale);
}
