import './detailsForm.css';
import { useMemo, useState } from 'react';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';
import { getServerTime } from '../../api/serverClock.ts';
import { errorText } from '../../i18n/errorText.ts';
import { nameOrder } from '../../i18n/nameOrder.ts';
import { formatCountryName } from '../../i18n/names.ts';
import { findText, getLocale, text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldMessage } from '../../ui/form/FieldMessage.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { SelectField, type SelectOption } from '../../ui/form/SelectField.tsx';
import { FieldPair, TextField } from '../../ui/form/TextField.tsx';
import { useFaultFocus } from '../../ui/form/useFaultFocus.ts';
import { storeSuggestedBilling } from '../payment/card/billingForm.ts';
import { CityField } from './CityField.tsx';
import { type DateFormat, findDateFormat, findRegionalLocale } from './dateFormat.ts';
import {
  clearDetailsDraft,
  type Details,
  type DetailsField,
  getDetailsDraft,
  storeDetailsDraft,
} from './detailsDraft.ts';
import { useCitizenships, useNatures } from './detailsQueries.ts';
import { checkDetails, type DetailsFaults, type FieldFault, toDetailsFaults } from './detailsRules.ts';
import { formatIsoDay, formatTypedDate, readTypedDate } from './formatTypedDate.ts';

export type DetailsOutcome = Awaited<ReturnType<typeof call<'addKyc'>>>;

type DetailsFormProps = {
  /** The buyer's country for city suggestions; '' while unknown. */
  readonly country: string;
  readonly onJudged: (outcome: DetailsOutcome) => void;
};

/** Example of a date whose day cannot be mistaken for a month. */
const EXAMPLE_DAY = '1990-05-31';
const DATE_LENGTH = 10;
const PART_LETTERS = {
  year: 'details.birthDate_year',
  month: 'details.birthDate_month',
  day: 'details.birthDate_day',
} as const;
const NAME_AUTOCOMPLETE = { firstName: 'given-name', lastName: 'family-name' } as const;

/**
 * Form for the personal details. Input is kept for half an hour. A successful submission clears it, and suggests name, country
 * and city for the billing address of a card.
 */
export function DetailsForm({ country, onJudged }: DetailsFormProps) {
  const [details, setDetails] = useState<Details>(getDetailsDraft);
  const [faults, setFaults] = useState<DetailsFaults>({});
  const [working, setWorking] = useState(false);
  const { form, focusFault } = useFaultFocus();
  const citizenships = useCitizenshipOptions();
  const natures = useNatureOptions();
  const dateFormat = findDateFormat(findRegionalLocale(getLocale(), navigator.languages));
  const exampleDate = formatIsoDay(EXAMPLE_DAY, dateFormat);

  const change = (name: DetailsField) => (value: string) => {
    const changed = { ...details, [name]: value };
    setDetails(changed);
    storeDetailsDraft(changed);
    setFaults(({ [name]: _fieldFault, form: _formFault, ...others }) => others);
  };
  const fail = (found: DetailsFaults) => {
    setFaults(found);
    focusFault();
  };
  const send = async () => {
    const sent = { ...details, birthDate: readTypedDate(details.birthDate, dateFormat) ?? details.birthDate };
    const found = checkDetails(sent, new Date(getServerTime()));
    if (Object.keys(found).length > 0) return fail(found);
    setWorking(true);
    try {
      const outcome = await call('addKyc', sent, { navigational: true });
      clearDetailsDraft();
      storeSuggestedBilling({
        name: `${details.firstName.trim()} ${details.lastName.trim()}`,
        country: country || details.citizenship,
        city: details.city.trim(),
      });
      onJudged(outcome);
    } catch (error) {
      setWorking(false);
      if (error instanceof CallError && !error.handled) fail(toDetailsFaults(error));
    }
  };
  const buildFieldProps = (name: DetailsField) => ({
    label: text(`details.${name}`),
    name,
    value: details[name],
    error: formatFault(name, faults[name], exampleDate),
    onChange: change(name),
  });
  const birthDate = buildFieldProps('birthDate');
  // Stored in one format once complete, so that it stays the same day if the language changes.
  const changeBirthDate = (typed: string) => {
    const shown = formatTypedDate(typed, dateFormat);
    birthDate.onChange(isFullDate(shown, dateFormat) ? (readTypedDate(shown, dateFormat) ?? shown) : shown);
  };

  return (
    <Form
      ref={form}
      onSubmit={() => void (!working && send())}
      foot={
        <>
          {faults.form && <FormFault fault={faults.form} />}
          <Button type="submit" working={working}>
            {text('ui.continue')}
          </Button>
        </>
      }
    >
      <div className="details-form">
        <FieldPair>
          {nameOrder(getLocale()).map((part) => (
            <TextField key={part} {...buildFieldProps(part)} autoComplete={NAME_AUTOCOMPLETE[part]} maxLength={100} />
          ))}
        </FieldPair>
        <TextField
          {...birthDate}
          value={formatIsoDay(birthDate.value, dateFormat)}
          onChange={changeBirthDate}
          inputMode="numeric"
          autoComplete="bday"
          placeholder={formatDateShape(dateFormat)}
          hint={text('details.birthDate_hint', { example: exampleDate })}
          maxLength={DATE_LENGTH}
        />
        <SelectField
          {...buildFieldProps('citizenship')}
          options={citizenships}
          placeholder={text('details.choose_country')}
          long
        />
        <CityField {...buildFieldProps('city')} country={country || details.citizenship} />
        <SelectField {...buildFieldProps('purpose')} options={natures} placeholder={text('details.choose_purpose')} />
        <TextField
          {...buildFieldProps('phone')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={32}
          hint={text('details.phone_hint')}
        />
      </div>
    </Form>
  );
}

function FormFault({ fault }: { readonly fault: FieldFault }) {
  const error = typeof fault === 'object' ? fault.error : undefined;
  return (
    <FieldMessage id="details-fault" icon>
      {errorText(error)}
    </FieldMessage>
  );
}

/** Returns `MM/DD/YYYY`, or the same in the page's language. */
function formatDateShape({ order, separator }: DateFormat): string {
  return order.map((part) => text(PART_LETTERS[part])).join(separator);
}

function isFullDate(shown: string, dateFormat: DateFormat): boolean {
  const isoDay = readTypedDate(shown, dateFormat);
  return isoDay !== null && formatIsoDay(isoDay, dateFormat) === shown;
}

function formatFault(name: DetailsField, fault: FieldFault | undefined, example: string): string | undefined {
  if (fault === undefined) return undefined;
  if (fault === 'missing') return text(`details.${name}_missing`);
  if (fault === 'malformed') return findText(`details.${name}_malformed`, { example }) ?? text('details.malformed');
  return errorText(fault.error);
}

/** Returns the countries, named and sorted in the page's language. */
function useCitizenshipOptions(): SelectOption[] {
  const { data } = useCitizenships();
  const locale = getLocale();
  return useMemo(() => {
    const collator = new Intl.Collator(locale);
    const options = (data ?? []).map(({ code, country }) => ({ value: code, label: formatCountryName(code, country) }));
    return options.toSorted((a, b) => collator.compare(a.label, b.label));
  }, [data, locale]);
}

function useNatureOptions(): SelectOption[] {
  const { data } = useNatures();
  return (data ?? []).map(({ id, name }) => ({ value: id, label: findText(`nature.${id}`) ?? name }));
}
