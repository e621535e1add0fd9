import PDFDocument from 'pdfkit';
import { type FontFamily, type FontWeight, fontFiles, runsOf } from './receiptFonts.ts';

/** Points; A4 is 595 by 842. */
const MARGIN = 56;
const WIDTH = 595.28 - 2 * MARGIN;

export type Ink = { readonly size: number; readonly color: string; readonly weight?: FontWeight };
export type Place = { readonly x: number; readonly width: number; readonly align?: 'left' | 'right' };

/** One page that is written from the top. */
export type Sheet = {
  readonly width: number;
  /** Below what is written so far. */
  down(points: number): void;
  /** At the present height, in as many lines as it takes. Gives how high they are together. */
  write(text: string, ink: Ink, place?: Place): number;
  rule(color: string, thickness: number): void;
  /** The finished file. */
  end(): Promise<Uint8Array>;
};

export type SheetFacts = {
  readonly title: string;
  readonly author: string;
  readonly locale: string;
  readonly at: Date;
};

/** The file says the same in every byte whenever it is asked for: its time is that of what it tells. */
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

  const use = (family: FontFamily, { size, weight = 'regular' }: Ink) =>
    document.font(fontFiles[family][weight]).fontSize(size);
  const widthOf = (text: string, ink: Ink) =>
    runsOf(text).reduce((sum, run) => sum + use(run.family, ink).widthOfString(run.text), 0);

  const writeLine = (line: string, ink: Ink, { x, width, align = 'left' }: Place, top: number) => {
    let left = MARGIN + x + (align === 'right' ? width - widthOf(line, ink) : 0);
    for (const run of runsOf(line)) {
      use(run.family, ink).fillColor(ink.color);
      // Fonts stand on one line where their heights differ.
      document.text(run.text, left, top + ink.size, { lineBreak: false, baseline: 'alphabetic' });
      left += document.widthOfString(run.text);
    }
  };

  return {
    width: WIDTH,
    down: (points) => {
      y += points;
    },
    write(text, ink, place = { x: 0, width: WIDTH }) {
      const lines = linesOf(text, place.width, locale, (part) => widthOf(part, ink));
      const height = ink.size * 1.45;
      const top = y;
      root.add(
        document.struct('P', {}, () => {
          for (const [index, line] of lines.entries()) writeLine(line, ink, place, top + index * height);
        }),
      );
      return lines.length * height;
    },
    rule(color, thickness) {
      document.markContent('Artifact', { type: 'Layout' });
      document
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + WIDTH, y)
        .lineWidth(thickness)
        .strokeColor(color)
        .stroke();
      document.endMarkedContent();
    },
    end: () => {
      root.end();
      document.end();
      return ended;
    },
  };
}

/** As many words on a line as have room; a word that is longer than a line is cut between letters. */
export function linesOf(text: string, width: number, locale: string, widthOf: (part: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of piecesOf(text, width, locale, widthOf)) {
    if (line !== '' && widthOf((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    } else line += piece;
  }
  return [...lines, line.trimEnd()];
}

function piecesOf(text: string, width: number, locale: string, widthOf: (part: string) => number): string[] {
  const segments = (part: string, granularity: 'word' | 'grapheme') =>
    [...new Intl.Segmenter(locale, { granularity }).segment(part)].map(({ segment }) => segment);
  return segments(text, 'word').flatMap((word) => (widthOf(word) > width ? segments(word, 'grapheme') : [word]));
}
