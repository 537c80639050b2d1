// Staff dialogs of an automation, used by its panel and the command palette.
import { useActions } from '../../platform/actions.ts'
import { useDialog } from '../../platform/forms/use-dialog.tsx'
import type { Automation, Connection, Status } from '../model.ts'
import { moveText } from './staff-text.ts'

const loadStatus = () => import('./status-dialog.tsx')
const loadSettings = () => import('./staff-settings-dialog.tsx')
const loadConnection = () => import('./connection-dialog.tsx')
const loadKey = () => import('./run-key-dialog.tsx')

/** Returns the dialog that sets the status, as `useDialog` does. */
export const useStatusDialog = (a: Automation) =>
  useDialog(loadStatus, ({ AutomationStatusDialog }, to: Status, { open, onClose }) =>
    open ? <AutomationStatusDialog automation={a} to={to} onClose={onClose} /> : null,
  )

/** Returns the dialog that changes name, limits and price, as `useDialog` does. */
export const useSettingsDialog = (a: Automation) =>
  useDialog(loadSettings, ({ StaffSettingsDialog }, _: undefined, { open, onClose }) =>
    open ? <StaffSettingsDialog automation={a} onClose={onClose} /> : null,
  )

/** Returns the dialog that adds or edits a connection, as `useDialog` does. */
export const useConnectionDialog = (a: Automation) =>
  useDialog(loadConnection, ({ ConnectionDialog }, one: Connection | undefined, { open, onClose }) =>
    open ? <ConnectionDialog automation={a} connection={one} onClose={onClose} /> : null,
  )

/** Returns the dialog that creates an API key for runs, as `useDialog` does. */
export const useKeyDialog = (a: Automation) =>
  useDialog(loadKey, ({ RunKeyDialog }, _: undefined, { open, onClose }) =>
    open ? <RunKeyDialog automation={a} onClose={onClose} /> : null,
  )

/** Adds the staff actions to the command palette on every tab of the automation's page. */
export function StaffActions({ of: a }: { of: Automation }) {
  const status = useStatusDialog(a)
  const settings = useSettingsDialog(a)
  const connection = useConnectionDialog(a)
  const key = useKeyDialog(a)
  useActions([
    ...a.can.statuses.map((to) => ({
      label: moveText(a.status, to),
      last: to === 'retired',
      run: () => status.ask(to),
    })),
    a.can.edit && { label: 'Edit settings', run: () => settings.ask(undefined) },
    a.can.edit && { label: 'Add connection', run: () => connection.ask(undefined) },
    a.can.makeKey && { label: 'Create API key for runs', run: () => key.ask(undefined) },
  ])
  return (
    <>
      {status.dialog}
      {settings.dialog}
      {connection.dialog}
      {key.dialog}
    </>
  )
}
