import type { AwkwardInput } from '@slipway/contract/awkward/awkwardInput.testing.ts';
import { awkwardInputs } from '@slipway/contract/awkward/awkwardInputs.testing.ts';
import { expect, test } from 'vitest';
import { findDateFormat } from './features/details/dateFormat.ts';
import { emptyDetails } from './features/details/detailsDraft.ts';
import { checkDetails } from './features/details/detailsRules.ts';
import { formatTypedDate, readTypedDate } from './features/details/formatTypedDate.ts';
import { isPlausibleEmail } from './features/login/sentCode.ts';
import { emptyBilling, findMissingFields, tidyBilling } from './features/payment/card/billingForm.ts';
import { readLinkAmount } from './features/quote/link/linkParameters.ts';
import english from './i18n/en-US.json';
import { readAmount } from './ui/amount/readAmount.ts';
import { extractCodeDigits } from './ui/form/extractCodeDigits.ts';
import { findBestMatch, matchesQuery, type PickerItem } from './ui/picker/pickerGroups.ts';

test('reads an amount in the page’s language, or names its problem', () => {
  const readings = awkwardInputs.typedAmount.map(([locale, text]) => {
    const result = readAmount(text, { locale, decimals: 2, code: 'EUR' });
    return [
      locale,
      text,
      result.kind === 'amount' ? result.amount : result.kind === 'refused' ? result.reason : result.kind,
    ];
  });
  expect(readings).toEqual(awkwardInputs.typedAmount);
});

test('reads the amount that the partner meant from a link, or none', () => {
  const readings = awkwardInputs.linkAmount.map(([amount]) => {
    const query = new URLSearchParams(`?${new URLSearchParams({ amount })}`);
    return [amount, { accepted: readLinkAmount(query, 'amount') }];
  });
  expect(readings).toEqual(awkwardInputs.linkAmount);
});

test('finds the code in pasted text', () => {
  const readings = awkwardInputs.pastedCode.map(([pasted]) => [pasted, { accepted: extractCodeDigits(pasted) }]);
  expect(readings).toEqual(awkwardInputs.pastedCode);
});

test('sends the intended date of birth, or refuses the text', () => {
  const today = new Date('2026-03-01T12:00:00Z');
  const yearFirst = findDateFormat('zh-CN');
  const sent = awkwardInputs.typedDate.map(([typed]) => {
    const shown = formatTypedDate(typed, yearFirst);
    const birthDate = readTypedDate(shown, yearFirst) ?? shown;
    return [typed, checkDetails({ ...emptyDetails, birthDate }, today).birthDate ? '' : birthDate];
  });
  expect(sent).toEqual(awkwardInputs.typedDate);
});

test('sends every email address that the server accepts', () => {
  const refusedHere = awkwardInputs.email.filter(
    ([typed, outcome]) => 'accepted' in outcome && !isPlausibleEmail(typed.trim()),
  );
  expect(refusedHere).toEqual([]);
});

test('sends each field of a billing address as the server stores it, and treats a blank field as missing', () => {
  for (const [field, inputs] of [
    ['zip', awkwardInputs.postalCode],
    ['city', awkwardInputs.city],
    ['name', awkwardInputs.city],
    ['address', awkwardInputs.street],
  ] as const) {
    const billing = { ...emptyBilling, country: 'DE' };
    const accepted = inputs.filter(([, outcome]) => 'accepted' in outcome);
    const sent = accepted.map(([typed]) => [typed, { accepted: tidyBilling({ ...billing, [field]: typed })[field] }]);
    expect(sent, field).toEqual(accepted);
    for (const blank of ['', ' ', '\u00A0', '\u200B', '\uFEFF', '-'])
      expect(findMissingFields({ ...billing, [field]: blank }).has(field), field).toBe(true);
  }
});

test('marks a city in the details form that the server would refuse', () => {
  const today = new Date('2026-03-01T12:00:00Z');
  const marked = awkwardInputs.city.filter(([city]) => checkDetails({ ...emptyDetails, city }, today).city);
  const isRefused = ([city, outcome]: AwkwardInput) => 'refused' in outcome && city.length <= 100;
  expect(marked).toEqual(awkwardInputs.city.filter(isRefused));
});

test('a search finds the intended entry', () => {
  const titles = ['Côte d’Ivoire', 'Türkiye', 'Curaçao', 'Deutschland', '中国'];
  const items: readonly PickerItem[] = [
    ...titles.map((title) => ({ id: title, title, image: '' })),
    { id: 'BTC', title: 'BTC', subtitle: 'Bitcoin', image: '' },
  ];
  const found = awkwardInputs.search.map(([typed]) => {
    const matching = items.filter((item) => matchesQuery(item, typed));
    return [typed, matching[findBestMatch(matching, typed)]?.title ?? ''];
  });
  expect(found).toEqual(awkwardInputs.search);
});

test('each typed field of the details has a text for a malformed value', () => {
  for (const field of ['firstName', 'lastName', 'birthDate', 'city', 'phone'])
    expect(english).toHaveProperty([`details.${field}_malformed`]);
});
