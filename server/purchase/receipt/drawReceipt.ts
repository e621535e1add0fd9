import type { Receipt } from '@slipway/contract/entities/receipt.ts';
import type { Translations } from '../../platform/translations.ts';
import { createSheet, type Sheet, type TextStyle } from './pdfSheet.ts';
import { buildFactRows, buildMoneyRows, type ReceiptRow } from './receiptRows.ts';

/** The colors of the pages, for print. */
const INK = '#15181E';
const FAINT = '#5A5F69';
const LINE = '#E5DFD1';
const ACCENT = '#2449D8';

const label: TextStyle = { size: 10, color: FAINT };
const value: TextStyle = { size: 10, color: INK };
const total: TextStyle = { size: 10.5, color: INK, weight: 'bold' };
const small: TextStyle = { size: 8.5, color: FAINT };
/** Narrow enough that a transaction's id fits on one line in the other column. */
const LABEL_WIDTH = 128;
const LABELS = { x: 0, width: LABEL_WIDTH - 8 } as const;

/** Returns the receipt as a PDF of one page, in the language of the texts. */
export function drawReceipt(receipt: Receipt, translations: Translations): Promise<Uint8Array> {
  const { locale, formatText } = translations;
  const title = `${formatText('order.receipt')} ${receipt.orderNo}`;
  const sheet = createSheet({ title, author: receipt.seller, locale, at: new Date(receipt.deliveredAt) });
  const writeParagraph = (text: string, ink: TextStyle) => sheet.moveDown(sheet.write(text, ink));
  writeParagraph(receipt.seller, { size: 13, color: INK, weight: 'bold' });
  sheet.moveDown(12);
  sheet.drawRule(ACCENT, 2);
  sheet.moveDown(28);
  writeParagraph(formatText('order.receipt'), { size: 26, color: INK, weight: 'bold' });
  sheet.moveDown(16);
  writeRows(sheet, buildMoneyRows(receipt, translations));
  sheet.moveDown(24);
  writeRows(sheet, buildFactRows(receipt, translations));
  sheet.moveDown(28);
  writeParagraph(formatText('operator.legal_notice'), small);
  writeParagraph(formatText('operator.support_email'), small);
  return sheet.finish();
}

function writeRows(sheet: Sheet, rows: readonly ReceiptRow[]): void {
  const values = { x: LABEL_WIDTH, width: sheet.width - LABEL_WIDTH, align: 'right' } as const;
  for (const row of rows) {
    sheet.drawRule(LINE, 0.75);
    sheet.moveDown(7);
    const labelHeight = sheet.write(row.label, row.total ? { ...label, color: INK } : label, LABELS);
    sheet.moveDown(Math.max(labelHeight, sheet.write(row.value, row.total ? total : value, values)) + 7);
  }
  sheet.drawRule(LINE, 0.75);
}
