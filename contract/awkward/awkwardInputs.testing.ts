import { bitcoinAddressInputs, ethereumAddressInputs } from './addressInputs.testing.ts';
import { linkAmountInputs, typedAmountInputs, wireAmountInputs } from './amountInputs.testing.ts';
import { emailInputs, phoneInputs } from './contactInputs.testing.ts';
import { birthDateInputs, codeInputs, pastedCodeInputs, typedDateInputs } from './dateAndCodeInputs.testing.ts';
import { nameInputs } from './nameInputs.testing.ts';
import { redirectInputs, referenceInputs, savedNameInputs, searchInputs } from './partnerInputs.testing.ts';
import { cityInputs, postalCodeInputs, streetInputs } from './placeInputs.testing.ts';

/** Inputs that commonly crash forms and servers, are refused without a reason or get changed, by field. */
export const awkwardInputs = {
  name: nameInputs,
  email: emailInputs,
  phone: phoneInputs,
  birthDate: birthDateInputs,
  typedDate: typedDateInputs,
  code: codeInputs,
  pastedCode: pastedCodeInputs,
  city: cityInputs,
  street: streetInputs,
  postalCode: postalCodeInputs,
  wireAmount: wireAmountInputs,
  typedAmount: typedAmountInputs,
  linkAmount: linkAmountInputs,
  bitcoinAddress: bitcoinAddressInputs,
  ethereumAddress: ethereumAddressInputs,
  reference: referenceInputs,
  savedName: savedNameInputs,
  redirect: redirectInputs,
  search: searchInputs,
} as const;
