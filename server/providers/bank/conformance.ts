import { createAmount, parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BankEntry, BankExchange, BankFiles, BankTransfer, TransferBatch } from './bankPort.ts';

/** A booking that the bank reports. */
export type ReportedBooking = {
  readonly reference: string;
  readonly direction: 'credit' | 'debit';
  readonly reversal: boolean;
  readonly amount: string;
  readonly currency: string;
  readonly endToEndId: string;
  readonly remittance: string;
  readonly name: string;
  readonly account: string;
};

/** A transfer as the bank reads it from a file of transfers. */
export type OrderedTransfer = Pick<
  ReportedBooking,
  'amount' | 'currency' | 'endToEndId' | 'remittance' | 'name' | 'account'
>;

/** File formats together with a bank or its sandbox. */
export type BankFilesSubject = {
  readonly files: BankFiles;
  /** The operator's account at the bank. */
  readonly debtor: TransferBatch['debtor'];
  /** Booking day of the reports that {@link renderReport} renders. */
  readonly day: string;
  renderReport(kind: 'statement' | 'notification', bookings: readonly ReportedBooking[]): Uint8Array;
  /** Reads a file of transfers as the bank; throws the bank's reason if the bank refuses the file. */
  readTransferFile(bytes: Uint8Array): readonly OrderedTransfer[];
};

const PAYER = { name: 'Sam "Sample" & Söhne <Łódź>', account: 'NL91ABNA0417164300' };

const buildReportedBooking = (more: Partial<ReportedBooking> = {}): ReportedBooking => ({
  reference: 'B1',
  direction: 'credit',
  reversal: false,
  amount: '100.00',
  currency: 'EUR',
  endToEndId: '',
  remittance: 'SLIP-1 & <thanks>',
  ...PAYER,
  ...more,
});

/** Registers the tests that every reader and writer of a bank's files must pass. */
export function bankFilesConformance(name: string, open: () => BankFilesSubject): void {
  describe(`${name} as the bank's files`, () => {
    const subject = open();
    const { files } = subject;

    function readEntries(bytes: Uint8Array): readonly BankEntry[] {
      const reading = files.readStatements(bytes);
      if (reading.kind !== 'ok') throw new Error(`${reading.reason}: ${reading.detail}`);
      return reading.value.flatMap((statement) => statement.entries);
    }

    test.each(['statement', 'notification'] as const)('reads the bookings of a %s exactly', (kind) => {
      const bookings = [
        buildReportedBooking(),
        buildReportedBooking({ reference: 'B2', currency: 'JPY', amount: '12345' }),
        buildReportedBooking({ reference: 'B3', currency: 'KWD', amount: '0.125' }),
        buildReportedBooking({ reference: 'B4', direction: 'debit', endToEndId: 'refund-1' }),
        buildReportedBooking({ reference: 'B5', direction: 'debit', reversal: true }),
      ];
      const seen = readEntries(subject.renderReport(kind, bookings));
      const toSortedJson = (list: readonly Omit<BankEntry, 'entryId'>[]) =>
        list.map((entry) => JSON.stringify(entry, serializeBigint)).toSorted();
      expect(toSortedJson(seen.map(({ entryId: _id, ...entry }) => entry))).toEqual(
        toSortedJson(bookings.map(toExpectedEntry)),
      );
      expect(new Set(seen.map(({ entryId }) => entryId)).size).toBe(bookings.length);
    });

    function toExpectedEntry(booking: ReportedBooking): Omit<BankEntry, 'entryId'> {
      return {
        reference: booking.reference,
        account: subject.debtor.account,
        direction: booking.direction,
        reversal: booking.reversal,
        returnReason: booking.reversal ? 'FOCR' : '',
        amount: parseAmount(fiatAsset(booking.currency), booking.amount),
        bookedOn: subject.day,
        endToEndId: booking.endToEndId,
        transactionId: '',
        remittance: booking.remittance,
        furtherText: '',
        batch: null,
        unitemized: 0,
        counterparty: { name: booking.name, account: booking.account },
      };
    }

    test('gives a booking the same id in a notification and in a statement', () => {
      const [first] = readEntries(subject.renderReport('notification', [buildReportedBooking()]));
      const all = readEntries(
        subject.renderReport('statement', [buildReportedBooking({ reference: 'B0' }), buildReportedBooking()]),
      );
      expect(all.map(({ entryId }) => entryId)).toContain(first?.entryId);
      expect(all).toHaveLength(2);
    });

    test('gives a fee and a return with the transfer’s reference separate ids', () => {
      const bookings = [
        buildReportedBooking(),
        buildReportedBooking({ direction: 'debit', amount: '1.00' }),
        buildReportedBooking({ direction: 'debit', reversal: true }),
      ];
      const seen = readEntries(subject.renderReport('notification', bookings));
      expect(new Set(seen.map(({ entryId }) => entryId)).size).toBe(3);
    });

    test.each<[string, Uint8Array]>([
      ['nothing', new Uint8Array()],
      ['a picture', Uint8Array.from({ length: 4_096 }, (_, index) => (index * 37) % 256)],
      ['an HTML page', encodeText('<html><body>maintenance</body></html>')],
      ['a file without an end', encodeText('<Document><Stmt>')],
      ['a deep file', encodeText('<Document>' + '<a>'.repeat(100_000) + '</a>'.repeat(100_000) + '</Document>')],
      ['50 MB', new Uint8Array(50 * 1024 * 1024).fill(0x20)],
      ['names of prototypes', encodeText('<Document><__proto__><a>1</a></__proto__></Document>')],
      ['constructors', encodeText('<Document><constructor><prototype>1</prototype></constructor></Document>')],
      ['zeros', new Uint8Array(1_000)],
    ])('reads %s neither as a statement nor as a report, and changes no prototype', (_what, bytes) => {
      expect(files.readStatements(bytes)).toMatchObject({ kind: 'refused', reason: 'not_a_statement' });
      expect(files.readReport(bytes)).toBeUndefined();
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect(({} as Record<string, unknown>)['a']).toBeUndefined();
    });

    test.each([
      ['a billion laughs', `<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><Document>&b;</Document>`],
      ['a local file', `<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]><Document>&a;</Document>`],
      ['a remote DTD', `<!DOCTYPE d PUBLIC "-//X" "https://bank.example/d.dtd"><Document>&a;</Document>`],
      ['a parameter entity', `<!DOCTYPE d [<!ENTITY % a SYSTEM "https://bank.example/d">%a;]><Document/>`],
      ['a document type in lower case', `<!doctype d [<!entity a "ha">]><Document>&a;</Document>`],
    ])('refuses a file because it has a document type: %s', (_what, hostile) => {
      const marked = Buffer.from(`\uFEFF${hostile}`, 'utf16le');
      for (const bytes of [encodeText(hostile), encodeText(`<?xml version="1.0"?>\n<!-- x -->${hostile}`), marked]) {
        expect(files.readStatements(bytes)).toMatchObject({ kind: 'refused', reason: 'document_type' });
        expect(files.readReport(bytes)).toBeUndefined();
      }
    });

    test('leaves an undeclared entity as text and resolves a character reference', () => {
      const xml = new TextDecoder().decode(
        subject.renderReport('notification', [buildReportedBooking({ remittance: 'UNIQUE' })]),
      );
      expect(readEntries(encodeText(xml.replace('UNIQUE', '&lol;&#65;'))).map(({ remittance }) => remittance)).toEqual([
        '&lol;A',
      ]);
    });

    test('refuses a file that is truncated anywhere', () => {
      const whole = subject.renderReport('statement', [buildReportedBooking()]);
      for (let length = 0; length < whole.length - 1; length += 97) {
        expect(files.readStatements(whole.subarray(0, length)).kind).toBe('refused');
      }
    });

    test.each(['1.005', '-1.00', '1e2', '1,00', 'NaN', ''])('refuses an amount of %j', (amount) => {
      const forged = new TextDecoder()
        .decode(subject.renderReport('notification', [buildReportedBooking({ amount: '77.77' })]))
        .replaceAll('77.77', amount);
      expect(files.readStatements(encodeText(forged))).toMatchObject({ kind: 'refused', reason: 'inconsistent' });
    });

    describe('transfers', () => {
      const buildTransfer = (more: Partial<BankTransfer> = {}): BankTransfer => ({
        transferId: 'refund-1',
        amount: createAmount(fiatAsset('EUR'), 2_501n),
        creditor: PAYER,
        remittance: 'Refund of SLIP-1 & "more" <x>',
        ...more,
      });
      const write = (transfers: readonly BankTransfer[], batchId = 'batch-1') =>
        files.writeTransfers({
          batchId,
          createdAt: new Date('2026-11-21T10:00:00Z'),
          debtor: subject.debtor,
          transfers,
        });

      test('are read by the bank as they were written, with texts in basic Latin characters', () => {
        const transfers = [
          buildTransfer(),
          buildTransfer({ transferId: 'refund-2', amount: createAmount(fiatAsset('JPY'), 12_345n) }),
          buildTransfer({ transferId: 'refund-3', amount: createAmount(fiatAsset('KWD'), 1n), remittance: '' }),
          buildTransfer({ transferId: 'refund-4', creditor: { name: 'A', account: '12345678' } }),
        ];
        const sorted = (list: readonly OrderedTransfer[]) =>
          list.toSorted((a, b) => (a.endToEndId < b.endToEndId ? -1 : 1));
        expect(sorted(subject.readTransferFile(write(transfers)))).toEqual([
          buildExpectedTransfer({ endToEndId: 'refund-1', amount: '25.01', currency: 'EUR' }),
          buildExpectedTransfer({ endToEndId: 'refund-2', amount: '12345', currency: 'JPY' }),
          buildExpectedTransfer({ endToEndId: 'refund-3', amount: '0.001', currency: 'KWD', remittance: '' }),
          buildExpectedTransfer({
            endToEndId: 'refund-4',
            amount: '25.01',
            currency: 'EUR',
            name: 'A',
            account: '12345678',
          }),
        ]);
      });

      test('are listed with their blocks, one for each currency', () => {
        const transfers = [
          buildTransfer(),
          buildTransfer({ transferId: 'refund-2', amount: createAmount(fiatAsset('JPY'), 12_345n) }),
          buildTransfer({ transferId: 'refund-3' }),
        ];
        const listed = files.listTransfers(write(transfers));
        expect(listed.map(({ transferId }) => transferId).toSorted()).toEqual(['refund-1', 'refund-2', 'refund-3']);
        const findBlockId = (id: string) => listed.find(({ transferId }) => transferId === id)?.blockId;
        expect(findBlockId('refund-1')).toBe(findBlockId('refund-3'));
        expect(findBlockId('refund-1')).not.toBe(findBlockId('refund-2'));
      });

      test('are read back from the file completely, and a file with any difference is refused', () => {
        const plain = { creditor: { name: 'Ann', account: PAYER.account }, remittance: 'Refund' };
        const transfers = [
          buildTransfer({
            creditor: { name: "Ann + Bob (Ltd) 'O'", account: '12345678' },
            remittance: "Refund of 'x'",
          }),
          buildTransfer({
            transferId: 'refund-2',
            amount: createAmount(fiatAsset('JPY'), 12_345n),
            ...plain,
            remittance: '',
          }),
          buildTransfer({ transferId: 'refund-3', ...plain }),
        ];
        const file = write(transfers);
        const read = files.readTransfers(file);
        expect(read.transfers.toSorted((a, b) => (a.transferId < b.transferId ? -1 : 1))).toEqual(transfers);
        expect(files.writeTransfers(read)).toEqual(file);
        const xml = Buffer.from(file).toString();
        const [first = ''] = /<CdtrAcct>[^]*?<\/CdtrAcct>/.exec(xml) ?? [];
        expect(first).not.toBe('');
        for (const other of [
          xml.replace(first, `${first}${first}`),
          xml.replace('</Document>', '<!-- more --></Document>'),
          xml.replace(/<CtrlSum>[^<]*/, '<CtrlSum>1'),
          `${xml} `,
          xml.replace('<PmtMtd>TRF', '<PmtMtd>CHK'),
        ]) {
          expect(other).not.toBe(xml);
          expect(() => files.readTransfers(Buffer.from(other))).toThrow();
        }
      });

      function buildExpectedTransfer(
        more: Pick<OrderedTransfer, 'endToEndId' | 'amount' | 'currency'> & Partial<OrderedTransfer>,
      ) {
        const written = {
          name: "Sam 'Sample' + Sohne .Lodz.",
          account: PAYER.account,
          remittance: "Refund of SLIP-1 + 'more' .x.",
        };
        return { ...written, ...more };
      }

      test('are refused with the id of a transfer that cannot be executed or whose id banks do not transmit', () => {
        const wrong: readonly Partial<BankTransfer>[] = [
          { amount: createAmount(fiatAsset('EUR'), 0n) },
          { amount: createAmount(fiatAsset('EUR'), -1n) },
          { amount: createAmount({ id: 'eip155:1/slip44:60', code: 'ETH', decimals: 18 }, 1n) },
          { creditor: { name: 'A', account: '' } },
          { creditor: { name: 'A', account: 'NL92ABNA0417164300' } },
          { creditor: { name: '\u0000 ', account: PAYER.account } },
          { creditor: { name: '— 😀', account: PAYER.account } },
        ];
        for (const more of wrong) {
          expect(() => write([buildTransfer(), buildTransfer({ transferId: 'bad', ...more })])).toThrow(
            expect.objectContaining({ name: 'UnwritableTransferError', transferId: 'bad' }),
          );
        }
        for (const transferId of ['', 'x'.repeat(36), '/a', 'a//b', 'é', 'a\nb']) {
          expect(() => write([buildTransfer({ transferId })])).toThrow('has an id that banks do not carry');
        }
      });

      test('are written to the same bytes each time; a repeated transfer, an empty batch and a long id are refused', () => {
        expect(write([buildTransfer()])).toEqual(write([buildTransfer()]));
        expect(() => write([buildTransfer(), buildTransfer()])).toThrow(RangeError);
        expect(() => write([])).toThrow(RangeError);
        expect(() => write([buildTransfer()], 'x'.repeat(31))).toThrow(RangeError);
      });

      test('are written with texts truncated to whole characters', () => {
        const [seen] = subject.readTransferFile(
          write([
            buildTransfer({
              creditor: { name: `Zoë\u0007 ${'𝒳'.repeat(100)}`, account: PAYER.account },
              remittance: 'é'.repeat(500),
            }),
          ]),
        );
        expect(seen?.name).toBe(`Zoe ${'X'.repeat(66)}`);
        expect(seen?.remittance).toBe('e'.repeat(140));
      });

      test.each([
        ['Jürgen Großmann', 'Jurgen Grossmann'],
        ['ŁÓDŹ Søren Åse Æbelø', 'LODZ Soren Ase Aebelo'],
        ['Ayşe Kılıç İnan', 'Ayse Kilic Inan'],
        ['Đorđe Đoković', 'Dorde Dokovic'],
        ['Юлия ЩЕРБАКОВА', 'Iuliia SHCHERBAKOVA'],
        ['Γιώργος Ψαρράς', 'Giorgos Psarras'],
        ['王小明', 'WangXiaoMing'],
        ['O’Brien & Söhne; „x“_1', "O'Brien + Sohne, 'x'-1"],
      ])('are written with %s as %s', (creditorName, expected) => {
        const creditor = { ...PAYER, name: creditorName };
        const [seen] = subject.readTransferFile(write([buildTransfer({ creditor, remittance: creditorName })]));
        expect(seen).toMatchObject({ name: expected, remittance: expected });
      });

      test('are written in the characters that every bank accepts, for any text, or are refused by id', () => {
        const anyText = fc.string({ unit: 'grapheme', maxLength: 200 });
        fc.assert(
          fc.property(anyText, anyText, (creditorName, remittance) => {
            let file: Uint8Array;
            try {
              file = write([buildTransfer({ creditor: { ...PAYER, name: creditorName }, remittance })]);
            } catch (error) {
              expect(error).toMatchObject({ name: 'UnwritableTransferError', transferId: 'refund-1' });
              return;
            }
            const [seen] = subject.readTransferFile(file);
            expect(seen?.name).toMatch(/^[a-zA-Z0-9/?:().,'+ -]{1,70}$/);
            expect(seen?.remittance).toMatch(/^[a-zA-Z0-9/?:().,'+ -]{0,140}$/);
            expect(files.writeTransfers(files.readTransfers(file))).toEqual(file);
          }),
        );
      });
    });
  });
}

function encodeText(content: string): Uint8Array {
  return new TextEncoder().encode(content);
}

function serializeBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** A file exchange with a bank's client on the other side. */
export type BankExchangeSubject = {
  readonly exchange: BankExchange;
  /** Reopens the same exchange, as after a restart. */
  reopen(): BankExchange;
  /** Writes a file as the bank's client, with a modification time of `ageSeconds` ago. */
  put(name: string, content: string, ageSeconds: number): Promise<void>;
  /** Returns the files of transfers that wait for the bank's client, by name. */
  readWaitingTransferFiles(): Promise<Readonly<Record<string, string>>>;
  /** Takes a file of transfers as the bank's client. */
  takeTransferFile(name: string): Promise<void>;
  /** Returns the archived files by name, with the reason of a refusal. */
  readArchive(verdict: 'done' | 'refused'): Promise<Readonly<Record<string, string | undefined>>>;
  stop(): Promise<void>;
};

const COMPLETE_DOCUMENT = '<Document>1</Document>\n';

/** Registers the tests that every file exchange with a bank must pass. */
export function bankExchangeConformance(name: string, open: () => Promise<BankExchangeSubject>): void {
  describe(`${name} as a file exchange`, () => {
    let subject: BankExchangeSubject;
    let exchange: BankExchange;
    beforeEach(async () => {
      subject = await open();
      exchange = subject.exchange;
    });
    afterEach(() => subject.stop());

    const listNames = async () => (await exchange.listStatements()).map((file) => file.name);

    test('lists nothing at first', async () => {
      expect(await listNames()).toEqual([]);
    });

    test('lists the oldest files first until they are settled, and archives each file once, with the first reason', async () => {
      await subject.put('b.xml', '<Document>b</Document>', 20);
      await subject.put('a.xml', '<Document>a</Document>', 10);
      await subject.put('c.xml', '<n:Document>c</n:Document>\r\n', 30);
      expect(await listNames()).toEqual(['c.xml', 'b.xml', 'a.xml']);
      const [, second] = await exchange.listStatements();
      expect(new TextDecoder().decode(second?.bytes ?? undefined)).toBe('<Document>b</Document>');
      await exchange.settleStatement('c.xml', 'done');
      await exchange.settleStatement('b.xml', 'refused', 'inconsistent: why');
      await exchange.settleStatement('b.xml', 'refused', 'again');
      expect(await listNames()).toEqual(['a.xml']);
      expect(await subject.readArchive('done')).toEqual({ 'c.xml': undefined });
      expect(await subject.readArchive('refused')).toEqual({ 'b.xml': 'inconsistent: why\n' });
    });

    test('skips a file until it is complete or too old to be completed, and always skips hidden and partial files', async () => {
      await subject.put('half.xml', '<Document><Stmt>', 1);
      await subject.put('statement.xml.part', COMPLETE_DOCUMENT, 100);
      await subject.put('.hidden.xml', COMPLETE_DOCUMENT, 100);
      expect(await listNames()).toEqual([]);
      await subject.put('half.xml', COMPLETE_DOCUMENT, 0);
      expect(await listNames()).toEqual(['half.xml']);
      await subject.put('half.xml', '<message><Document></Document>\n</message>\n', 0);
      expect(await listNames()).toEqual(['half.xml']);
      await subject.put('half.xml', '<Document><Stmt>', 3_600);
      expect(await listNames()).toEqual(['half.xml']);
    });

    test('archives both of two files with the same name', async () => {
      for (const content of ['first', 'second']) {
        await subject.put('same.xml', `<Document>${content}</Document>`, 5);
        await exchange.settleStatement('same.xml', 'done');
      }
      expect(Object.keys(await subject.readArchive('done'))).toHaveLength(2);
    });

    test('accepts unusual file names, but no name with a path', async () => {
      await exchange.sendTransfers('order.xml', encodeText(COMPLETE_DOCUMENT));
      for (const wrong of ['../orders/order.xml', '..', '.', '', '/etc/hostname', 'a\0b', '..\\orders\\order.xml']) {
        await exchange.settleStatement(wrong, 'refused', 'x');
        await expect(exchange.sendTransfers(wrong, encodeText(COMPLETE_DOCUMENT))).rejects.toThrow(RangeError);
      }
      expect(Object.keys(await subject.readWaitingTransferFiles())).toEqual(['order.xml']);
      await subject.put('odd name, (1) ü.xml', COMPLETE_DOCUMENT, 5);
      const [odd = ''] = await listNames();
      await exchange.settleStatement(odd, 'done');
      expect(Object.keys(await subject.readArchive('done'))).toEqual([odd]);
    });

    test('sends a file of transfers once, also after the bank has taken it and after a restart', async () => {
      await exchange.sendTransfers('order-1.xml', encodeText('one'));
      await exchange.sendTransfers('order-1.xml', encodeText('one'));
      expect(await subject.readWaitingTransferFiles()).toEqual({ 'order-1.xml': 'one' });
      await subject.takeTransferFile('order-1.xml');
      await exchange.sendTransfers('order-1.xml', encodeText('one'));
      await subject.reopen().sendTransfers('order-1.xml', encodeText('one'));
      expect(await subject.readWaitingTransferFiles()).toEqual({});
    });

    test('reads the requested ones of the sent files of transfers, also after the bank has taken them', async () => {
      expect(await exchange.readSent(() => true)).toEqual([]);
      await exchange.sendTransfers('order-1.xml', encodeText('one'));
      await exchange.sendTransfers('order-2.xml', encodeText('two'));
      await subject.takeTransferFile('order-1.xml');
      const sent = await subject.reopen().readSent((each) => each !== 'order-2.xml');
      expect(sent.map((file) => [file.name, Buffer.from(file.bytes).toString()])).toEqual([['order-1.xml', 'one']]);
    });

    test('sends a file of transfers once if many calls send it concurrently', async () => {
      const many = Array.from({ length: 20 }, () => subject.reopen());
      await Promise.all(many.map((each) => each.sendTransfers('order-2.xml', encodeText('two'))));
      expect(await subject.readWaitingTransferFiles()).toEqual({ 'order-2.xml': 'two' });
      await subject.takeTransferFile('order-2.xml');
      await exchange.sendTransfers('order-2.xml', encodeText('two'));
      expect(await subject.readWaitingTransferFiles()).toEqual({});
    });
  });
}
