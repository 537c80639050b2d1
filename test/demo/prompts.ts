// The demo's prompts: two versions of each, and when which of them was made live. Nothing was asked: there is no model.
import { v7 as uuid } from 'uuid'
import { PROMPT_KEYS } from '../../src/contract/prompts.ts'
import { BUILT_IN } from '../../src/server/prompts/built-in.ts'
import type { MadeCompany, MadeUser, Owner } from '../factories/people.ts'

type Given = { companies: Map<string, MadeCompany>; people: Map<string, MadeUser>; provider: string; now: number }
type Key = (typeof PROMPT_KEYS)[number]

const DAY = 86_400_000
/** What was learned with the first weeks of use: two versions on top of the text that the product comes with. */
const VERSIONS: Record<Key, { add: string; note: string; why: string }[]> = {
  'ticket.triage': [
    {
      add: 'A customer of the company that is named in the text counts as the one affected: a whole customer is “all”.',
      note: 'Says that a customer of the partner counts as the one affected',
      why: 'Outages at one customer of a partner were sorted as “some”.',
    },
    {
      add: 'Questions about how something works are urgency low, however they are worded.',
      note: 'How-to questions are never urgent',
      why: 'Polite questions with “asap” in them went before real outages.',
    },
  ],
  'ticket.reply-draft': [
    {
      add: 'Begin with what will happen next, not with thanks or regrets.',
      note: 'Begins with the next step',
      why: 'Engineers deleted the first sentence of nearly every draft.',
    },
    {
      add: 'When the person is waiting on us for more than a day, say so in one clause and go on.',
      note: 'Names a long wait once',
      why: 'Drafts for old tickets read as if nothing had happened.',
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
      why: 'Long threads spent half of the summary on courtesies.',
    },
  ],
  'automation.recommendation': [
    {
      add: 'Begin with the number that the reader knows best: their tickets before their tools.',
      note: 'Tickets come before tools',
      why: 'The tickets are what partners recognize.',
    },
    {
      add: 'Do not name the automation again: its name stands above the sentence.',
      note: 'Does not repeat the name',
      why: 'The name stood there twice on the cards.',
    },
  ],
  'report.summary': [
    {
      add: 'Write hours as they are given, such as 38 h; never turn them into days.',
      note: 'Hours stay hours',
      why: 'Days of eight hours were taken for days of twenty-four.',
    },
    {
      add: 'If nothing needs a decision, end after what has changed.',
      note: 'No decision is asked for where there is none',
      why: 'Clients called to ask what they had to decide.',
    },
  ],
}
/** Days ago that each version was made live; the last of some is still a draft. */
const LIVE: Record<Key, (number | undefined)[]> = {
  'ticket.triage': [34, 12],
  'ticket.reply-draft': [33, 9],
  'ticket.summary': [33, undefined],
  'automation.recommendation': [27, 11],
  'report.summary': [26, undefined],
}

/** Writes the versions and the moves of the pointer, an engineer's drafts that an administrator made live. */
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
