import { History } from 'lucide-react'
import { useMemo } from 'react'
import { PeriodField, usePeriod } from '../../hours/index.ts'
import { ListScreen } from '../../lists/list-screen.tsx'
import { runList } from '../lists.tsx'

/** All runs of an automation, filtered by status, period and client. Days are in the automation's time zone. */
export function RunHistory({ id, timeZone }: { id: string; timeZone: string }) {
  const own = usePeriod()
  const { from, to } = own.period
  // The list takes `id`, its CSV export takes `automation`.
  const fixed = useMemo(
    () => ({ id, automation: id, ...(from ? { from } : {}), ...(to ? { to } : {}) }),
    [id, from, to],
  )
  return (
    <ListScreen
      list={runList}
      fixed={fixed}
      embedded
      title="Runs"
      notice={<PeriodField {...own} timeZone={timeZone} />}
      empty={
        from || to
          ? { icon: <History />, title: 'No runs in this period', text: 'Choose other dates, or clear the period.' }
          : { icon: <History />, title: 'No runs yet', text: 'Each run appears here with its message and output.' }
      }
    />
  )
}
