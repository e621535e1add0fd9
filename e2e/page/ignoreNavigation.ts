/** For `catch` of an evaluation in a page that may navigate meanwhile: the new document does not have what was asked for. */
export function ignoreNavigation(error: Error): void {
  if (!error.message.includes('because of a navigation')) throw error;
}
