import './cityField.css';
import type { ReactNode } from 'react';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useCitySuggestions } from './detailsQueries.ts';

type CityFieldProps = {
  readonly value: string;
  readonly country: string;
  readonly error: ReactNode;
  readonly onChange: (city: string) => void;
};

/** Any city can be typed; a few that begin alike are offered below. */
export function CityField({ value, country, error, onChange }: CityFieldProps) {
  const suggestions = useCitySuggestions(country, value);
  return (
    <div>
      <TextField
        label={text('details.city')}
        name="city"
        autoComplete="address-level2"
        maxLength={100}
        value={value}
        error={error}
        onChange={onChange}
      />
      {suggestions.length > 0 && (
        <fieldset className="city-suggestions">
          <legend className="unseen">{text('details.city_suggestions')}</legend>
          {suggestions.map((city) => (
            <Button key={city} kind="small" onClick={() => onChange(city)}>
              {city}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
