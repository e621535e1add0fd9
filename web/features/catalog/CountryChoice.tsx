import type { CallData } from '@slipway/contract/calls.ts';
import { useState } from 'react';
import { currentDraft, updateDraft } from '../draft/draft.ts';
import { track } from '../tracking/track.ts';
import { CountryButton } from './CountryButton.tsx';

type CountryChoiceProps = {
  /** Undefined while they are on their way. */
  readonly countries: CallData<'getallcountry'> | undefined;
  /** Another country was chosen: its currency, '' where it has none. */
  readonly onCurrency: (currency: string) => void;
};

/** The buyer's country: the one chosen in this tab, else the one that the server sees. */
export function CountryChoice({ countries, onCurrency }: CountryChoiceProps) {
  const [chosen, setChosen] = useState(() => currentDraft().country);
  if (!countries) return null;
  const choose = (code: string) => {
    setChosen(code);
    track('selectCountry', { country: code });
    updateDraft({ country: code });
    onCurrency(countries.list.find((entry) => entry.code === code)?.currency ?? '');
  };
  return <CountryButton countries={countries.list} code={chosen || countries.currCode} onSelect={choose} />;
}
