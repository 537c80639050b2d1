import pg from 'pg'

// The settings end with the transaction.
const SET_ACTOR = {
  name: 'actor',
  text: `select set_config('app.company_id',$1,true),set_config('app.user_id',$2,true),set_config('app.role',$3,true)`,
}

/** Prepares a new connection for `queryAs`, before its first query. */
export function prepareForActors(client: pg.ClientBase): void {
  // A connection that cannot do this fails at its first query, too.
  client.query({ ...SET_ACTOR, values: ['', '', ''] }).catch(() => {})
}

/** The parts of `pg.Query` that its types leave out. */
type Wire = {
  bind(what: { statement: string; values: readonly string[] }): void
  execute(what: object): void
}
type WireQuery = pg.Submittable & {
  prepare(connection: Wire): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Wire): void
}
type Callback = (error: Error | null, result: pg.QueryResult) => void
const WireQuery = pg.Query as unknown as new (
  query: pg.QueryConfig & { queryMode: 'extended'; callback: Callback },
) => WireQuery
type ActorIds = { companyId: string; userId: string; role: string }

/**
 * A query that sets the actor first. Both are sent before one Sync message, so without `begin` they are one transaction:
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
class ActorQuery extends WireQuery {
  readonly #settings: readonly string[]
  #isSet = false
  constructor({ companyId, userId, role }: ActorIds, query: pg.QueryConfig, callback: Callback) {
    super({ ...query, queryMode: 'extended', callback })
    this.#settings = [companyId, userId, role]
  }
  override prepare(connection: Wire) {
    connection.bind({ statement: SET_ACTOR.name, values: this.#settings })
    connection.execute({})
    super.prepare(connection)
  }
  override handleDataRow(message: unknown) {
    if (this.#isSet) super.handleDataRow(message)
  }
  override handleCommandComplete(message: unknown, connection: Wire) {
    if (this.#isSet) super.handleCommandComplete(message, connection)
    this.#isSet = true
  }
}

/**
 * Runs a query on behalf of an actor, and returns its result: in the open transaction, whose later queries then have the
 * same actor, or else in a transaction of its own. The connection must be prepared with `prepareForActors`.
 */
export const queryAs = (client: pg.ClientBase, actor: ActorIds, query: pg.QueryConfig): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    client.query(new ActorQuery(actor, query, (error, result) => (error ? reject(error) : resolve(result))))
  })
