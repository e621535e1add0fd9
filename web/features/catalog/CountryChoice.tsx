import type { CallData } from '@slipway/contract/calls.ts';
import { useState } from 'react';
import { getDraft, updateDraft } from '../draft/draft.ts';
import { track } from '../tracking/track.ts';
import { CountryButton } from './CountryButton.tsx';

type CountryChoiceProps = {
  /** Undefined while loading. */
  readonly countries: CallData<'getallcountry'> | undefined;
  /** Called with the currency of the newly chosen country; '' if it has none. */
  readonly onCurrency: (currency: string) => void;
};

/** Selects the buyer's country; initially the one chosen in this tab, else the one detected by the server. */
export function CountryChoice({ countries, onCurrency }: CountryChoiceProps) {
  const [chosen, setChosen] = useState(() => getDraft().country);
  if (!countries) return null;
  const choose = (code: string) => {
    setChosen(code);
    track('selectCountry', { country: code });
    updateDraft({ country: code });
    onCurrency(countries.list.find((entry) => entry.code === code)?.currency ?? '');
  };
  return <CountryButton countries={countries.list} code={chosen || countries.currCode} onSelect={choose} />;
}
