import { ConfirmDialog } from '../../ui/dialog.tsx'
import { deleteClient, deleteContact } from './acts.ts'

type Named = { id: string; name: string }
interface RemoveDialogProps {
  open: boolean
  onClose: () => void
  onDone?: () => void
}

/** Asks before a contact is deleted for good. */
export function RemoveContact({ contact, open, onClose, onDone }: RemoveDialogProps & { contact: Named }) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Delete ${contact.name}?`}
      description="The contact is gone for good. To keep it and take it out of the lists, archive it instead."
      confirmLabel="Delete contact"
      onConfirm={() => deleteContact(contact).then(onDone)}
    />
  )
}

/** Asks before a client is deleted for good, and says what becomes of its contacts. */
export function RemoveClient({
  client,
  open,
  onClose,
  onDone,
}: RemoveDialogProps & { client: Named & { contacts: number } }) {
  const { contacts } = client
  const people =
    contacts === 0
      ? ''
      : contacts === 1
        ? ' Its contact stays, without a client.'
        : ` Its ${contacts} contacts stay, without a client.`
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Delete ${client.name}?`}
      description={`The client is gone for good.${people} To keep it and take it out of the lists, archive it instead.`}
      confirmLabel="Delete client"
      onConfirm={() => deleteClient(client).then(onDone)}
    />
  )
}
