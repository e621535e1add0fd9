import PDFDocument from 'pdfkit';
import { type FontFamily, type FontWeight, fontFiles, splitIntoFontRuns } from './receiptFonts.ts';

/** In points: A4 is 595 by 842. */
const MARGIN = 56;
const WIDTH = 595.28 - 2 * MARGIN;

export type TextStyle = { readonly size: number; readonly color: string; readonly weight?: FontWeight };
export type TextColumn = { readonly x: number; readonly width: number; readonly align?: 'left' | 'right' };

/** A page that is written from top to bottom. */
export type Sheet = {
  readonly width: number;
  /** Moves the position down. */
  moveDown(points: number): void;
  /** Writes text at the current position, in as many lines as needed. Returns their total height. */
  write(text: string, ink: TextStyle, place?: TextColumn): number;
  drawRule(color: string, thickness: number): void;
  /** Returns the finished file. */
  finish(): Promise<Uint8Array>;
};

export type SheetFacts = {
  readonly title: string;
  readonly author: string;
  readonly locale: string;
  readonly at: Date;
};

/** Creates a sheet whose file is byte-identical on every request: its timestamp is that of the content. */
export function createSheet({ title, author, locale, at }: SheetFacts): Sheet {
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: locale,
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: author, Creator: author, CreationDate: at },
  });
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<Uint8Array>((resolve, reject) => {
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  const root = document.struct('Document');
  document.addStructure(root);
  let y = MARGIN;

  const useFont = (family: FontFamily, { size, weight = 'regular' }: TextStyle) =>
    document.font(fontFiles[family][weight]).fontSize(size);
  const measureWidth = (text: string, ink: TextStyle) =>
    splitIntoFontRuns(text).reduce((sum, run) => sum + useFont(run.family, ink).widthOfString(run.text), 0);

  const writeLine = (line: string, ink: TextStyle, { x, width, align = 'left' }: TextColumn, top: number) => {
    let left = MARGIN + x + (align === 'right' ? width - measureWidth(line, ink) : 0);
    for (const run of splitIntoFontRuns(line)) {
      useFont(run.family, ink).fillColor(ink.color);
      // Aligns fonts of different heights on one baseline.
      document.text(run.text, left, top + ink.size, { lineBreak: false, baseline: 'alphabetic' });
      left += document.widthOfString(run.text);
    }
  };

  return {
    width: WIDTH,
    moveDown: (points) => {
      y += points;
    },
    write(text, ink, place = { x: 0, width: WIDTH }) {
      const lines = breakIntoLines(text, place.width, locale, (part) => measureWidth(part, ink));
      const height = ink.size * 1.45;
      const top = y;
      root.add(
        document.struct('P', {}, () => {
          for (const [index, line] of lines.entries()) writeLine(line, ink, place, top + index * height);
        }),
      );
      return lines.length * height;
    },
    drawRule(color, thickness) {
      document.markContent('Artifact', { type: 'Layout' });
      document
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + WIDTH, y)
        .lineWidth(thickness)
        .strokeColor(color)
        .stroke();
      document.endMarkedContent();
    },
    finish: () => {
      root.end();
      document.end();
      return ended;
    },
  };
}

/** Breaks text into lines by words; a word longer than a line is split between characters. */
export function breakIntoLines(
  text: string,
  width: number,
  locale: string,
  measureWidth: (part: string) => number,
): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of splitPieces(text, width, locale, measureWidth)) {
    if (line !== '' && measureWidth((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    } else line += piece;
  }
  return [...lines, line.trimEnd()];
}

function splitPieces(text: string, width: number, locale: string, measureWidth: (part: string) => number): string[] {
  const splitSegments = (part: string, granularity: 'word' | 'grapheme') =>
    [...new Intl.Segmenter(locale, { granularity }).segment(part)].map(({ segment }) => segment);
  return splitSegments(text, 'word').flatMap((word) =>
    measureWidth(word) > width ? splitSegments(word, 'grapheme') : [word],
  );
}
