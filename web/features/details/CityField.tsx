import './cityField.css';
import { type ReactNode, useState } from 'react';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useCitySuggestions } from './detailsQueries.ts';

type CityFieldProps = {
  readonly value: string;
  readonly country: string;
  readonly error: ReactNode;
  readonly onChange: (city: string) => void;
};

/**
 * Accepts any city and suggests matches below. After blur the suggestions stay unchanged, so that elements below do not
 * move while they are being pressed.
 */
export function CityField({ value, country, error, onChange }: CityFieldProps) {
  const latest = useCitySuggestions(country, value);
  const [isEditing, setIsEditing] = useState(false);
  const [frozenSuggestions, setFrozenSuggestions] = useState<{
    readonly country: string;
    readonly cities: readonly string[];
  }>();
  const suggestions = isEditing ? latest : frozenSuggestions?.country === country ? frozenSuggestions.cities : [];
  return (
    <div
      onFocus={() => setIsEditing(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        setIsEditing(false);
        setFrozenSuggestions({ country, cities: suggestions });
      }}
    >
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
            <Button
              key={city}
              kind="small"
              onClick={() => {
                setFrozenSuggestions(undefined);
                onChange(city);
              }}
            >
              {city}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
