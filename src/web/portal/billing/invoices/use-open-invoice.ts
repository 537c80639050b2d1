import { useOpen } from '../../platform/loading/use-open.ts'
import { OPEN_INVOICE } from './lists.tsx'

const loadDialog = () => import('./invoice-dialog.tsx')

/** Returns the id of the invoice in the address, its dialog once loaded, and a function that closes it. */
export function useOpenInvoice() {
  const { id, close, module } = useOpen(OPEN_INVOICE, loadDialog)
  return { id, close, Dialog: module?.InvoiceDialog }
}
