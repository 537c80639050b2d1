import { useOpen } from '../platform/use-open.ts'
import { OPEN_INVOICE } from './lists.tsx'

const loadDialog = () => import('./invoice-dialog.tsx')

/** The invoice that the address opens, its dialog's code, and how to close it. */
export function useOpenInvoice() {
  const { id, close, module } = useOpen(OPEN_INVOICE, loadDialog)
  return { id, close, Dialog: module?.InvoiceDialog }
}
