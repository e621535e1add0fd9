import { Toast } from '@base-ui/react/toast';

export const toasts = Toast.createToastManager();

/** Ten seconds for taking something back that nobody was told of. */
const UNDO_MS = 10_000;
const SHOWN_MS = 4000;

/** A sentence that needs no act: "Asked. Finn can say yes." What went wrong is never said by a toast alone. */
export function say(words: string, undo?: { readonly title: string; readonly onUndo: () => void }): void {
  const id = toasts.add({
    description: words,
    timeout: undo ? UNDO_MS : SHOWN_MS,
    ...(undo && {
      actionProps: {
        children: undo.title,
        onClick: () => {
          undo.onUndo();
          toasts.close(id);
        },
      },
    }),
  });
}
