import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useOnDemand } from '../../platform/loading/on-demand.tsx'

const load = () => import('./new-automation-dialog.tsx')

/** The button that opens the dialog to add an automation without an order. */
export function NewAutomation({ companyId }: { companyId?: string }) {
  const { module, pending, get } = useOnDemand(load)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant={companyId ? 'secondary' : 'primary'}
        icon={<Plus aria-hidden className="size-4" />}
        aria-haspopup="dialog"
        pending={pending}
        onClick={() => void get().then((m) => m && setOpen(true))}
      >
        New automation
      </Button>
      {module && open && (
        <module.NewAutomationDialog {...(companyId ? { companyId } : {})} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
