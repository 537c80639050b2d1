// The demo's prompts: two versions of each, and when each was made live. No usage, because the demo has no model.
import { v7 as uuid } from 'uuid'
import { PROMPT_KEYS } from '../../src/contract/prompts.ts'
import { BUILT_IN } from '../../src/server/prompts/built-in.ts'
import type { MadeCompany, MadeUser, Owner } from '../factories/people.ts'

type Given = { companies: Map<string, MadeCompany>; people: Map<string, MadeUser>; provider: string; now: number }
type Key = (typeof PROMPT_KEYS)[number]

const DAY = 86_400_000
/** Two versions that each add something to the built-in text. */
const VERSIONS: Record<Key, { add: string; note: string; why: string }[]> = {
  'ticket.triage': [
    {
      add: 'A client named in the text counts as the affected company: if the entire client is affected, use “all”.',
      note: 'Counts a client of the partner as the affected company',
      why: 'Outages at one client of a partner were classified as “some”.',
    },
    {
      add: 'Questions about how something works are urgency low, however they are worded.',
      note: 'How-to questions are never urgent',
      why: 'Polite questions with “asap” in them ranked above real outages.',
    },
  ],
  'ticket.reply-draft': [
    {
      add: 'Begin with what will happen next, not with thanks or regrets.',
      note: 'Starts with the next step',
      why: 'Engineers deleted the first sentence of nearly every draft.',
    },
    {
      add: 'If the person has been waiting on us for more than a day, say so in one clause and move on.',
      note: 'Mentions a long wait once',
      why: 'Drafts for old tickets read as if the wait had not happened.',
    },
  ],
  'ticket.summary': [
    {
      add: 'Name tools, workflows and error messages as they are written.',
      note: 'Keeps names and error messages word for word',
      why: 'Error messages were paraphrased and could not be searched for.',
    },
    {
      add: 'Leave out greetings, thanks and signatures altogether.',
      note: 'Leaves out greetings',
      why: 'Half of each summary of a long thread was courtesies.',
    },
  ],
  'automation.recommendation': [
    {
      add: 'Begin with the number that the reader knows best: their tickets before their tools.',
      note: 'Tickets come before tools',
      why: 'Partners recognize their tickets first.',
    },
    {
      add: 'Do not repeat the name of the automation. It appears above the sentence.',
      note: 'Does not repeat the name',
      why: 'The cards showed the name twice.',
    },
  ],
  'report.summary': [
    {
      add: 'Write hours as they are given, such as 38 h; never turn them into days.',
      note: 'Hours stay hours',
      why: 'Eight-hour days were mistaken for 24-hour days.',
    },
    {
      add: 'If nothing needs a decision, end after what has changed.',
      note: 'Doesn’t ask for a decision when none is needed',
      why: 'Clients called to ask what they had to decide.',
    },
  ],
}
/** Days since each version was made live. Some last versions are still drafts. */
const LIVE: Record<Key, (number | undefined)[]> = {
  'ticket.triage': [34, 12],
  'ticket.reply-draft': [33, 9],
  'ticket.summary': [33, undefined],
  'automation.recommendation': [27, 11],
  'report.summary': [26, undefined],
}

/** Writes an engineer's versions and when an administrator made each one live. */
export async function seedPrompts(db: Owner, { companies, people, provider, now }: Given): Promise<void> {
  const company_id = (companies.get(provider) as MadeCompany).id
  const author = (people.get('engineer@millwright.example') as MadeUser).id
  const admin = (people.get('admin@millwright.example') as MadeUser).id
  const at = (days: number) => new Date(now - days * DAY).toISOString()
  for (const key of PROMPT_KEYS) {
    await db.insertInto('prompts').values({ company_id, key }).execute()
    let body = BUILT_IN[key]
    let live: number | null = null
    let moved = 0
    for (const [i, v] of VERSIONS[key].entries()) {
      const number = i + 1
      body = `${body}\n${v.add}`
      const days = LIVE[key][i]
      await db
        .insertInto('prompt_versions')
        .values({
          company_id,
          key,
          number,
          body,
          note: v.note,
          based_on: i || null,
          created_by: author,
          created_at: at((days ?? 4) + 1),
        })
        .execute()
      if (days === undefined) continue
      await db
        .insertInto('prompt_pointers')
        .values({
          company_id,
          id: uuid(),
          key,
          from_number: live,
          to_number: number,
          reason: v.why,
          moved_by: admin,
          moved_at: at(days),
        })
        .execute()
      live = number
      moved++
    }
    await db
      .updateTable('prompts')
      .set({ live_number: live, version: moved + 1 })
      .where('key', '=', key)
      .execute()
  }
}
