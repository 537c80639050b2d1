import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import { numberOf, type Timer, type WorkedOn } from './model.ts'
import { keepTimer, refreshTimer, timerOptions } from './time-queries.ts'

const stops = new EventTarget()

/** Asks the timer in the top bar to stop and to be booked. */
export const stopTimer = (): void => void stops.dispatchEvent(new Event('stop'))
/** Hears of that. Returns how to listen no more. */
export function onStopTimer(listener: () => void): () => void {
  stops.addEventListener('stop', listener)
  return () => stops.removeEventListener('stop', listener)
}

/** Whether a timer is on this ticket or task. */
export const isOn = ({ ticket, task }: WorkedOn, id: string): boolean => (ticket ?? task)?.id === id

const told = (e: unknown) => failureOf(e)?.message ?? 'Something went wrong. Try again.'

/** Starts the timer on a ticket or a task; where it runs there already, it is stopped and booked. */
export async function startOrStop(id: string, what: 'ticketId' | 'taskId' = 'ticketId'): Promise<void> {
  const running = queries.getQueryData(timerOptions().queryKey)?.timer
  if (running?.running && isOn(running, id)) return stopTimer()
  try {
    keepTimer(await client.time.startTimer({ [what]: id }))
  } catch (e) {
    const other = failureOf(e)?.data?.current as Timer | undefined
    if (other) keepTimer({ timer: other })
    toast({
      title: other ? `Your timer is on ${numberOf(other)}` : 'The timer did not start',
      description: other ? 'Stop it first, then start it here.' : told(e),
      tone: 'destructive',
      ...(other ? { action: { label: 'Stop and book', onClick: stopTimer } } : {}),
    })
  }
}

/** Pauses the timer, or lets it go on. Undefined when it is gone. */
export async function setRunning(timer: Timer, running: boolean): Promise<Timer | undefined> {
  try {
    const answer = await client.time.pauseTimer({ id: timer.id, running })
    keepTimer(answer)
    return answer.timer ?? undefined
  } catch (e) {
    toast({
      title: running ? 'The timer did not go on' : 'The timer did not stop',
      description: told(e),
      tone: 'destructive',
    })
    void refreshTimer()
    return undefined
  }
}

/** Throws the timer away. */
export async function discardTimer(timer: Timer): Promise<void> {
  keepTimer(await client.time.discardTimer({ id: timer.id }))
  toast({ title: 'Timer discarded', description: 'Nothing was booked.' })
}
