import { dueText } from './due.ts'
import { stageLabels, statusLooks } from './labels.ts'
import type { Activity, Stage, Status } from './model.ts'

const fieldNames: Record<string, string> = {
  name: 'name',
  organization: 'company',
  email: 'email address',
  phone: 'phone number',
  tags: 'tags',
}

/** What was done, in words that follow a name: "moved it from New to Contacted". */
export function activityText({ kind, change, text, author }: Activity, now = new Date()): string {
  const { from = null, to = null, at = null, field = '' } = change ?? {}
  switch (kind) {
    case 'created':
      return 'entered the lead by hand'
    case 'note':
      return 'wrote a note'
    case 'stage':
      return `moved it from ${stageLabels[from as Stage]} to ${stageLabels[to as Stage]}`
    case 'status':
      if (to === 'lost') return 'marked it as lost'
      if (to === 'spam') return 'marked it as spam'
      return from ? `opened it again; it was ${statusLooks[from as Status].label.toLowerCase()}` : 'opened it'
    case 'owner':
      if (to === author.name) return from ? `took it; it was ${from}’s` : 'took it'
      if (!to) return from === author.name ? 'gave it back to nobody' : `gave it to nobody; it was ${from}’s`
      return from ? `gave it to ${to}; it was ${from}’s` : `gave it to ${to}`
    case 'next_action':
      if (!to) return `finished “${from}”`
      return `${from && from !== to ? `planned “${to}” instead of “${from}”` : `planned “${to}”`}${at ? `, due ${dueText(at, now)}` : ''}`
    case 'edited': {
      const what = fieldNames[field] ?? field
      if (!from) return `added the ${what} ${to}`
      return to ? `changed the ${what} from ${from} to ${to}` : `took the ${what} ${from} away`
    }
    case 'converted':
      return `made it the company ${text}`
    case 'merged':
      return to === '1' ? 'merged another lead into it' : `merged ${to} other leads into it`
  }
}
