import { formatAmount, formatFigure } from '../../i18n/formatAmount.ts';
import { RichText } from '../../i18n/RichText.tsx';
import { text } from '../../i18n/text.ts';
import { Button } from '../Button.tsx';
import { FieldMessage } from '../form/FieldMessage.tsx';
import type { AmountProblem, AmountRules } from './readAmount.ts';

type AmountMessageProps = {
  readonly id: string;
  readonly problem: AmountProblem;
  readonly rules: AmountRules;
  /** Called with the reading that the buyer chose. */
  readonly onChoose: (amount: string) => void;
};

/** Explains why the text is not an amount, or asks which of two amounts is meant. */
export function AmountMessage({ id, problem, rules, onChoose }: AmountMessageProps) {
  if (problem.kind === 'refused')
    return (
      <FieldMessage id={id} icon>
        {formatRefusal(problem.reason, rules)}
      </FieldMessage>
    );
  const [grouped, fractional] = problem.readings;
  const renderChoice = (amount: string) => (
    <Button kind="link" onClick={() => onChoose(amount)}>
      {formatReading(amount, rules)}
    </Button>
  );
  return (
    <FieldMessage id={id} icon>
      <RichText of="ui.amount_ambiguous" with={{ first: renderChoice(grouped), second: renderChoice(fractional) }} />
    </FieldMessage>
  );
}

function formatRefusal(reason: 'unreadable' | 'negative', { decimals, locale }: AmountRules): string {
  const example = formatFigure(decimals === 0 ? '250' : '250.50', locale);
  return reason === 'negative' ? text('ui.amount_negative') : text('ui.amount_unreadable', { example });
}

/** Formats an amount with all decimals of the currency (`1,000.00 EUR`), so that both readings can be distinguished. */
function formatReading(amount: string, { decimals, code, locale }: AmountRules): string {
  const [whole = '', fraction = ''] = amount.split('.');
  const digits = decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`;
  return code === '' ? formatFigure(digits, locale) : formatAmount(digits, code, locale);
}
