/** A handler for `catch` of an evaluation in a page: ignores the error if the page has navigated, and throws any other. */
export function ignoreNavigation(error: Error): void {
  if (!error.message.includes('because of a navigation')) throw error;
}
