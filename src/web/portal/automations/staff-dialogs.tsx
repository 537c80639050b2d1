// What staff do with an automation, for its panel and for the palette.
import { useActions } from '../platform/actions.ts'
import { useDialog } from '../platform/use-dialog.tsx'
import type { Automation, Connection, Status } from './model.ts'
import { moveText } from './staff-text.ts'

const loadStatus = () => import('./status-dialog.tsx')
const loadSettings = () => import('./staff-settings-dialog.tsx')
const loadConnection = () => import('./connection-dialog.tsx')
const loadKey = () => import('./run-key-dialog.tsx')

/** Sets where it stands. */
export const useStatusDialog = (a: Automation) =>
  useDialog(loadStatus, ({ StatusDialog }, to: Status, { open, onClose }) =>
    open ? <StatusDialog automation={a} to={to} onClose={onClose} /> : null,
  )

/** Changes name, limits and price. */
export const useSettingsDialog = (a: Automation) =>
  useDialog(loadSettings, ({ StaffSettingsDialog }, _: undefined, { open, onClose }) =>
    open ? <StaffSettingsDialog automation={a} onClose={onClose} /> : null,
  )

/** Adds or changes what it signs in with. */
export const useConnectionDialog = (a: Automation) =>
  useDialog(loadConnection, ({ ConnectionDialog }, one: Connection | undefined, { open, onClose }) =>
    open ? <ConnectionDialog automation={a} connection={one} onClose={onClose} /> : null,
  )

/** Makes a key for its runs. */
export const useKeyDialog = (a: Automation) =>
  useDialog(loadKey, ({ RunKeyDialog }, _: undefined, { open, onClose }) =>
    open ? <RunKeyDialog automation={a} onClose={onClose} /> : null,
  )

/** Offers to the palette what staff do with it, wherever on its page they are. */
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
    a.can.edit && { label: 'Edit its settings', run: () => settings.ask(undefined) },
    a.can.edit && { label: 'Add a connection', run: () => connection.ask(undefined) },
    a.can.makeKey && { label: 'Make a key for its runs', run: () => key.ask(undefined) },
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
