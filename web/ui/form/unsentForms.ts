/** Session storage key of the form state in `useUnsentForm.ts`. */
export const UNSENT_FORMS = 'unsentForms';

/** Clears the state of all forms. */
export function clearUnsentForms(): void {
  sessionStorage.removeItem(UNSENT_FORMS);
}
