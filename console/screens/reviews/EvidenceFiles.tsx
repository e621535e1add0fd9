import { type EvidenceFileKind, evidenceFileKinds, faultOfFiles } from '@slipway/contract/statements/evidence.ts';
import Paperclip from 'lucide-react/icons/paperclip';
import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { IconButton } from '../../parts/Button.tsx';
import { Note } from '../../parts/Note.tsx';
import { type ChosenFile, KIND_WORDS, sizeWords, withFile } from './evidenceFiles.ts';

type EvidenceFilesProps = {
  readonly files: readonly ChosenFile[];
  readonly onChange: (files: readonly ChosenFile[]) => void;
};

/** Files for the bank to read, by what each shows; what cannot be sent is said at once. */
export function EvidenceFiles({ files, onChange }: EvidenceFilesProps) {
  const fault = faultOfFiles(files);
  return (
    <fieldset className="evidence-files">
      <legend>Files: PDF, JPEG or PNG, 4.5 MB together, few pages</legend>
      <ul>
        {evidenceFileKinds.map((kind) => (
          <FileRow
            key={kind}
            kind={kind}
            file={files.find((file) => file.kind === kind)}
            onChange={(file) => onChange(withFile(files, kind, file))}
          />
        ))}
      </ul>
      {fault !== undefined && <Note tone="bad">{fault}</Note>}
    </fieldset>
  );
}

type FileRowProps = {
  readonly kind: EvidenceFileKind;
  readonly file: ChosenFile | undefined;
  readonly onChange: (file: ChosenFile | undefined) => void;
};

function FileRow({ kind, file, onChange }: FileRowProps) {
  const id = useId();
  return (
    <li>
      <label htmlFor={id} className="evidence-file">
        <Paperclip size={15} strokeWidth={2} aria-hidden="true" />
        <span>
          {KIND_WORDS[kind]}
          {file && (
            <span className="second">
              {file.name}, {sizeWords(file)}
            </span>
          )}
        </span>
        <input
          id={id}
          type="file"
          className="unseen"
          accept=".pdf,.jpg,.jpeg,.png"
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            // The same file may be chosen again after it was taken out.
            event.currentTarget.value = '';
            if (chosen) void readFile(kind, chosen).then(onChange);
          }}
        />
      </label>
      {file && (
        <IconButton label={`Take out: ${KIND_WORDS[kind]}`} onClick={() => onChange(undefined)}>
          <X size={15} strokeWidth={2} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}

async function readFile(kind: EvidenceFileKind, file: File): Promise<ChosenFile> {
  return { kind, name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}
