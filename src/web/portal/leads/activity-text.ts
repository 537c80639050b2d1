import { getNowDate } from '../../ui/clock.ts'
import { formatActionDue } from './due.ts'
import { getFieldName } from './fields.tsx'
import { leadStatusLooks, stageLabels } from './labels.ts'
import type { Activity, Stage, Status } from './model.ts'

/** Describes an activity, as a phrase that follows a name: "moved the lead from New to Contacted". */
export function describeActivity({ kind, change, text, author }: Activity, now = getNowDate()): string {
  const { from = null, to = null, at = null, field = '' } = change ?? {}
  switch (kind) {
    case 'created':
      return 'added the lead'
    case 'note':
      return 'added a note'
    case 'stage':
      return `moved the lead from ${stageLabels[from as Stage]} to ${stageLabels[to as Stage]}`
    case 'status':
      if (to === 'lost') return 'marked the lead as lost'
      if (to === 'spam') return 'marked the lead as spam'
      return from ? `reopened the lead (was ${leadStatusLooks[from as Status].label})` : 'opened the lead'
    case 'owner':
      if (to === author.name)
        return from ? `reassigned the lead from ${from} to themselves` : 'assigned the lead to themselves'
      if (!to) return from === author.name ? 'unassigned the lead' : `unassigned ${from} from the lead`
      return from ? `reassigned the lead from ${from} to ${to}` : `assigned the lead to ${to}`
    case 'next_action':
      if (!to) return `completed “${from}”`
      return `${from && from !== to ? `planned “${to}” instead of “${from}”` : `planned “${to}”`}${at ? `, due ${formatActionDue(at, now)}` : ''}`
    case 'edited': {
      const what = getFieldName(field)
      if (!from) return `added the ${what} ${to}`
      return to ? `changed the ${what} from ${from} to ${to}` : `removed the ${what} ${from}`
    }
    case 'converted':
      return `converted the lead to the company ${text}`
    case 'merged':
      return to === '1' ? 'merged another lead into this one' : `merged ${to} other leads into this one`
  }
}
