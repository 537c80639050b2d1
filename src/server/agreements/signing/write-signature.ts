import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { isSameName, signerProblem } from '../../../contract/plain/signer-name.ts'
import type { Db } from '../../platform/database/db.ts'
import { type ActorContext, refuse } from '../../platform/http/api.ts'
import { reviseRow } from '../write.ts'

/** The signed content: the text by its checksum, the name as it was typed, and the consent text. */
type Signed = { revisionId: string; sha256: string; name: string; legalName: boolean; consent: string }

/**
 * Writes the evidence of an owner's signature and makes the terms of the text apply from a day on, in the caller's
 * transaction. Returns the id of the signature. Throws UNPROCESSABLE, with an error at `field`, when the typed name is
 * neither that of the account nor confirmed as the person's legal name.
 */
export async function writeSignature(
  db: Db,
  { actor, address, header }: Pick<ActorContext, 'actor' | 'address' | 'header'>,
  agreement: { company_id: string; id: string },
  { revisionId, sha256, name, legalName, consent }: Signed,
  today: string,
  field: 'name' | 'signature.name' = 'name',
): Promise<string> {
  const person = await db
    .selectFrom('profiles')
    .select(['email', 'full_name'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  const problem = signerProblem(name, legalName, person.full_name)
  if (problem) throw refuse('UNPROCESSABLE', { fields: { [field]: [problem] } })
  const id = uuid()
  await db
    .insertInto('agreement_signatures')
    .values({
      company_id: agreement.company_id,
      id,
      agreement_id: agreement.id,
      revision_id: revisionId,
      name,
      account_name: person.full_name,
      legal_name_confirmed: !isSameName(name, person.full_name),
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
  await sql`select copy_signed_terms(${agreement.company_id}::uuid, ${revisionId}::uuid, ${today}::date)`.execute(db)
  return id
}
