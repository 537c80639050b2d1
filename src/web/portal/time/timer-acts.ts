import { showToast } from '../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { formatWorkNumber, type Timer, type WorkedOn } from './model.ts'
import { keepTimer, refreshTimer, timerOptions } from './time-queries.ts'

const stops = new EventTarget()

/** Asks the timer in the top bar to stop and to open the dialog that logs its time. */
const stopTimer = (): void => void stops.dispatchEvent(new Event('stop'))
/** Subscribes to stop requests. Returns a function that unsubscribes. */
export function onStopTimer(listener: () => void): () => void {
  stops.addEventListener('stop', listener)
  return () => stops.removeEventListener('stop', listener)
}

/** Returns whether a timer is for this ticket or task. */
export const isOn = ({ ticket, task }: WorkedOn, id: string): boolean => (ticket ?? task)?.id === id

const describeFailure = (e: unknown) => parseFailure(e)?.message ?? 'Check your connection and try again.'

/** Starts the timer on a ticket or task. If it already runs there, stops it and opens the dialog that logs its time. */
export async function startOrStop(id: string, what: 'ticketId' | 'taskId' = 'ticketId'): Promise<void> {
  const running = queries.getQueryData(timerOptions().queryKey)?.timer
  if (running?.running && isOn(running, id)) return stopTimer()
  try {
    keepTimer(await client.time.startTimer({ [what]: id }))
  } catch (e) {
    const other = parseFailure(e)?.data?.current as Timer | undefined
    if (other) keepTimer({ timer: other })
    showToast({
      title: other ? `Your timer is already on ${formatWorkNumber(other)}` : 'Couldn’t start the timer',
      description: other ? 'Stop it first, then start it here.' : describeFailure(e),
      tone: 'destructive',
      about: 'timer',
      ...(other
        ? {
            action: {
              label: 'Stop and log time',
              onClick: stopTimer,
              possible: () => queries.getQueryData(timerOptions().queryKey)?.timer?.id === other.id,
            },
          }
        : {}),
    })
  }
}

/** Pauses or resumes the timer. Returns undefined if that failed. */
export async function setRunning(timer: Timer, running: boolean): Promise<Timer | undefined> {
  try {
    const answer = await client.time.pauseTimer({ id: timer.id, running })
    keepTimer(answer)
    return answer.timer ?? undefined
  } catch (e) {
    showToast({
      title: running ? 'Couldn’t resume the timer' : 'Couldn’t pause the timer',
      description: describeFailure(e),
      tone: 'destructive',
    })
    void refreshTimer()
    return undefined
  }
}

/** Discards the timer without logging its time. */
export async function discardTimer(timer: Timer): Promise<void> {
  keepTimer(await client.time.discardTimer({ id: timer.id }))
  showToast({ title: 'Timer discarded', description: 'No time was logged.' })
}
