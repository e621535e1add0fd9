import './toaster.css';
import { Toast } from '@base-ui/react/toast';
import { toasts } from './toasts.ts';

/** Shows the messages passed to `showToast`; mounted once per page. */
export function Toaster() {
  return (
    <Toast.Provider toastManager={toasts} limit={2}>
      <Toast.Portal>
        <Toast.Viewport className="toaster">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
  const shown = Toast.useToastManager().toasts;
  return shown.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast">
      <Toast.Description className="toast-words" />
      {toast.actionProps !== undefined && <Toast.Action className="toast-act" />}
    </Toast.Root>
  ));
}
