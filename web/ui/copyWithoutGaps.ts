import type { ClipboardEvent } from 'react';

/**
 * Copies a selected value, or the selected part of it, as one line without the gaps between its groups: browsers put blanks,
 * tabs or line breaks between the boxes of a layout. Where more is selected it changes nothing.
 */
export function copyWithoutGaps(event: ClipboardEvent, value: string): void {
  const selected = String(getSelection() ?? '').replaceAll(/\s+/gu, '');
  if (selected === '' || !value.includes(selected)) return;
  event.clipboardData.setData('text/plain', selected);
  event.preventDefault();
}
