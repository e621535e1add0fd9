/** Where `useUnsent.ts` keeps what was typed, in this tab. */
export const UNSENT_FORMS = 'unsentForms';

/** Of every form. */
export function forgetUnsent(): void {
  sessionStorage.removeItem(UNSENT_FORMS);
}
