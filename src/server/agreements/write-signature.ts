import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Actored } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'
import { reviseRow } from './write.ts'

/** What was signed: which text by its checksum, the name as it was typed, the sentence that was ticked. */
type Signed = { revisionId: string; sha256: string; name: string; consent: string }

/**
 * Writes the evidence of a signature, and lets the terms of its text hold from a day on. In the caller's transaction, by an
 * owner. Gives the id of the signature.
 */
export async function writeSignature(
  db: Db,
  { actor, address, header }: Pick<Actored, 'actor' | 'address' | 'header'>,
  agreement: { company_id: string; id: string },
  { revisionId, sha256, name, consent }: Signed,
  today: string,
): Promise<string> {
  const person = await db
    .selectFrom('profiles')
    .select('email')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  const id = uuid()
  await db
    .insertInto('agreement_signatures')
    .values({
      company_id: agreement.company_id,
      id,
      agreement_id: agreement.id,
      revision_id: revisionId,
      name,
      email: person.email,
      user_id: actor.userId,
      ip: address || null,
      user_agent: header('user-agent')?.slice(0, 1_000).toWellFormed() || null,
      sha256,
      consent,
    })
    .execute()
  await db
    .updateTable('agreement_revisions')
    .set({ status: 'replaced', updated_at: sql<string>`now()` })
    .where('company_id', '=', agreement.company_id)
    .where('agreement_id', '=', agreement.id)
    .where('status', '=', 'signed')
    .execute()
  await reviseRow(db, agreement.company_id, revisionId)
    .set({ status: 'signed', signed_at: sql<string>`now()` })
    .execute()
  await sql`select hold_terms(${agreement.company_id}::uuid, ${revisionId}::uuid, ${today}::date)`.execute(db)
  return id
}
