import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import { deleteClient, deleteContact } from './acts.ts'

type Named = { id: string; name: string }
interface RemoveDialogProps {
  open: boolean
  onClose: () => void
  onDone?: () => void
}

/** Asks before a contact is permanently deleted. */
export function RemoveContact({ contact, open, onClose, onDone }: RemoveDialogProps & { contact: Named }) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Delete ${contact.name}?`}
      description="This permanently deletes the contact. To only hide it from lists, archive it instead."
      confirmLabel="Delete contact"
      onConfirm={() => deleteContact(contact).then(onDone)}
    />
  )
}

/** Asks before a client is permanently deleted, and says what happens to its contacts. */
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
        ? ' Its contact is kept without a client.'
        : ` Its ${contacts} contacts are kept without a client.`
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Delete ${client.name}?`}
      description={`This permanently deletes the client.${people} To only hide it from lists, archive it instead.`}
      confirmLabel="Delete client"
      onConfirm={() => deleteClient(client).then(onDone)}
    />
  )
}
