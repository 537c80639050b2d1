import type { Samples } from './samples.ts'

export const promptSamples: Samples = {
  async ofProvider({ db, world }) {
    const prompt = { company_id: world.provider.id, key: 'tickets.sample' }
    await db.insertInto('prompts').values(prompt).execute()
    await db
      .insertInto('prompt_versions')
      .values({ ...prompt, number: 1, body: 'Say what it is about.', note: 'First' })
      .execute()
    await db
      .insertInto('prompt_pointers')
      .values({ ...prompt, id: crypto.randomUUID(), to_number: 1, reason: 'First' })
      .execute()
  },
  async ofCompany({ db, of }) {
    const call = { company_id: of.company.id, id: crypto.randomUUID(), key: 'tickets.sample' }
    await db
      .insertInto('model_calls')
      .values({ ...call, purpose: 'use', model: 'test' })
      .execute()
    await db
      .insertInto('suggestions')
      .values({ ...call, call_id: call.id, subject_type: 'ticket', subject_id: crypto.randomUUID(), output: '{}' })
      .execute()
  },
}
