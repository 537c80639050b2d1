import { ListTodo, Pause, Play, Square, Ticket, Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { cx } from '../../ui/cx.ts'
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { toWholeMinutes } from '../../ui/text/duration.ts'
import { buildWorkPath, formatWorkName, formatWorkNumber, type Timer } from './model.ts'
import { discardTimer, setRunning } from './timer-acts.ts'

interface TimerMenuProps {
  button: ReactElement
  timer: Timer
  seconds: number
  onStop: () => void
}

/** The actions of the running timer. */
export function TimerMenu({ button, timer, seconds, onStop }: TimerMenuProps) {
  const [discarding, setDiscarding] = useState(false)
  const name = formatWorkNumber(timer)
  return (
    <>
      <Menu defaultOpen trigger={button}>
        <div className="max-w-72 px-2.5 py-2">
          <p className="truncate font-medium">
            {name} {formatWorkName(timer)}
          </p>
          <p className={cx('text-xs', timer.forgotten ? 'text-warn' : 'text-muted')}>
            {timer.forgotten ? 'Running for more than 8 hours. Did you forget to stop it?' : timer.company.name}
          </p>
        </div>
        <MenuSeparator />
        <MenuItem icon={<Square aria-hidden />} onSelect={onStop}>
          Stop and log time
        </MenuItem>
        <MenuItem
          icon={timer.running ? <Pause aria-hidden /> : <Play aria-hidden />}
          onSelect={() => void setRunning(timer, !timer.running)}
        >
          {timer.running ? 'Pause' : 'Resume'}
        </MenuItem>
        <MenuLink icon={timer.task ? <ListTodo aria-hidden /> : <Ticket aria-hidden />} href={buildWorkPath(timer)}>
          {timer.task ? 'View task' : 'View ticket'}
        </MenuLink>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onSelect={() => setDiscarding(true)}>
          Discard
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={discarding}
        onOpenChange={setDiscarding}
        title={`Discard the timer on ${name}?`}
        description={`${formatMinutes(toWholeMinutes(seconds))} won’t be logged. You can’t undo this.`}
        confirmLabel="Discard timer"
        onConfirm={() => discardTimer(timer)}
      />
    </>
  )
}
