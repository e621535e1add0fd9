import { saveFile } from '@slipway/look/saveFile.ts';

/** Downloads a text as a file. */
export function downloadFile(name: string, text: string, type = 'text/csv'): void {
  saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }));
}
