/** For `catch` of an evaluation in a page that may navigate meanwhile: the new document has no result yet. */
export function ignoreNavigation(error: Error): void {
  if (!error.message.includes('because of a navigation')) throw error;
}
