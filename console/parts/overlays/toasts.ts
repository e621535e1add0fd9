import { Toast } from '@base-ui/react/toast';

export const toasts = Toast.createToastManager();

/** Ten seconds to undo an action that was not sent yet. */
const UNDO_MS = 10_000;
const SHOWN_MS = 4000;

/** Shows a message that needs no action: "Submitted. Finn can approve it." Never the only place for an error. */
export function showToast(message: string, undo?: { readonly title: string; readonly onUndo: () => void }): void {
  const id = toasts.add({
    description: message,
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
