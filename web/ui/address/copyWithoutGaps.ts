import type { ClipboardEvent } from 'react';

/**
 * Copies a selected value, or the selected part of it, without the gaps between its groups, where browsers insert
 * spaces, tabs or line breaks. Larger selections are left unchanged.
 */
export function copyWithoutGaps(event: ClipboardEvent, value: string): void {
  const selected = String(getSelection() ?? '').replaceAll(/\s+/gu, '');
  if (selected === '' || !value.includes(selected)) return;
  event.clipboardData.setData('text/plain', selected);
  event.preventDefault();
}
