import {
  type EvidenceFileKind,
  evidenceFileKinds,
  findEvidenceFilesFault,
} from '@slipway/contract/statements/evidence.ts';
import Paperclip from 'lucide-react/icons/paperclip';
import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { IconButton } from '../../parts/Button.tsx';
import { Note } from '../../parts/Note.tsx';
import { addFile, type ChosenFile, formatTypeAndSize, KIND_LABELS } from './evidenceFiles.ts';

type EvidenceFilesProps = {
  readonly files: readonly ChosenFile[];
  readonly onChange: (files: readonly ChosenFile[]) => void;
};

/** Files for the bank, by what each shows; files that cannot be sent are reported at once. */
export function EvidenceFiles({ files, onChange }: EvidenceFilesProps) {
  const fault = findEvidenceFilesFault(files);
  return (
    <fieldset className="evidence-files">
      <legend>Files: PDF, JPEG or PNG, at most 4.5 MB in total. Keep them short.</legend>
      <ul>
        {evidenceFileKinds.map((kind) => (
          <FileRow
            key={kind}
            kind={kind}
            file={files.find((file) => file.kind === kind)}
            onChange={(file) => onChange(addFile(files, kind, file))}
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
          {KIND_LABELS[kind]}
          {file && (
            <span className="second">
              {file.name}, {formatTypeAndSize(file)}
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
            // Lets the same file be chosen again after its removal.
            event.currentTarget.value = '';
            if (chosen) void readFile(kind, chosen).then(onChange);
          }}
        />
      </label>
      {file && (
        <IconButton label={`Remove: ${KIND_LABELS[kind]}`} onClick={() => onChange(undefined)}>
          <X size={15} strokeWidth={2} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}

async function readFile(kind: EvidenceFileKind, file: File): Promise<ChosenFile> {
  return { kind, name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}
