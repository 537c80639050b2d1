import pg from 'pg'

/** Fills a company with tickets in bulk. Returns the id of a ticket with a conversation of 20 messages. */
export async function seedTickets(ownerUrl: string, companyId: string, userId: string, count: number): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(
      `insert into tickets (company_id, id, subject, description, category, impact, urgency, priority, status, requester_id, created_at, updated_at)
       select $1, gen_random_uuid(), 'Sync of agreement ' || i || ' stopped', repeat('It stopped at six. ', 12), 'integration', 'one', 'medium', 'P4',
         (array['new', 'in_progress', 'waiting_on_partner', 'closed'])[1 + i % 4], $2, now() - i * interval '1 minute', now() - i * interval '1 minute'
       from generate_series(1, $3::int) i`,
      [companyId, userId, count],
    )
    const { rows } = await client.query(`select id from tickets where company_id = $1 limit 1`, [companyId])
    await client.query(
      `insert into messages (company_id, id, ticket_id, kind, author_id, author_kind, author_name, body)
       select $1, gen_random_uuid(), $2, 'reply', $3, 'partner', 'Bench', repeat('A line of text. ', 20) from generate_series(1, 20)`,
      [companyId, rows[0].id, userId],
    )
    await client.query('analyze')
    return rows[0].id
  } finally {
    await client.end()
  }
}
