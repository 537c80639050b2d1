import { History } from 'lucide-react'
import { useMemo } from 'react'
import { PeriodField, usePeriod } from '../hours/index.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { runList } from './lists.tsx'

/** All runs of an automation, by status, days and client. */
export function RunHistory({ id }: { id: string }) {
  const own = usePeriod()
  const { from, to } = own.period
  // The list is asked for by id, its CSV by the automation.
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
      notice={<PeriodField {...own} />}
      empty={
        from || to
          ? { icon: <History />, title: 'No runs in these days', text: 'Choose other days, or all of them.' }
          : { icon: <History />, title: 'No runs yet', text: 'Each run stands here with what it said and gave.' }
      }
    />
  )
}
