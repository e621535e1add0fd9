import './countryButton.css';
import type { CallData } from '@slipway/contract/calls.ts';
import { lazy, Suspense, useState } from 'react';
import { formatCountryName } from '../../i18n/names.ts';
import { Flag } from '../../ui/picture/Picture.tsx';

const loadPicker = () => import('./CountryPicker.tsx');
const CountryPicker = lazy(async () => ({ default: (await loadPicker()).CountryPicker }));

type CountryButtonProps = {
  readonly countries: CallData<'getallcountry'>['list'];
  /** ISO 3166 code of the current country. */
  readonly code: string;
  readonly onSelect: (code: string) => void;
};

/** Flag and country name in the top bar; opens "Select Country". */
export function CountryButton({ countries, code, onSelect }: CountryButtonProps) {
  const [open, setOpen] = useState<boolean | null>(null);
  const entry = countries.find((candidate) => candidate.code === code);
  if (!entry) return null;
  return (
    <>
      <button
        type="button"
        className="country-button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={() => void loadPicker()}
      >
        <Flag code={entry.code} />
        <span>{formatCountryName(entry.code, entry.country)}</span>
      </button>
      {open !== null && (
        <Suspense>
          <CountryPicker
            open={open}
            onClose={() => setOpen(false)}
            countries={countries}
            selected={code}
            onSelect={onSelect}
          />
        </Suspense>
      )}
    </>
  );
}
