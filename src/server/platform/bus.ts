import { EventEmitter } from 'node:events'
import pg from 'pg'
import type { Log } from './log.ts'

/** What Postgres tells every process of the product: LISTEN on one connection that is kept alive and made anew. */
export class Bus extends EventEmitter<{ message: [channel: string, payload: string]; up: []; down: [] }> {
  readonly #url: string
  readonly #channels: readonly string[]
  readonly #log: Log
  #client: pg.Client | undefined
  #retry: NodeJS.Timeout | undefined
  #beat: NodeJS.Timeout | undefined
  #closed = false
  /** True while nothing that was announced can have been missed. */
  connected = false

  constructor(url: string, channels: readonly string[], log: Log) {
    super()
    this.setMaxListeners(0)
    this.#url = url
    this.#channels = channels
    this.#log = log
  }

  /** Resolves once it listens; afterwards it reconnects by itself and says `down` and `up`. */
  async open(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, connectionTimeoutMillis: 5_000, keepAlive: true })
    const lost = (e?: Error) => {
      if (this.#client !== client) return
      this.#client = undefined
      clearInterval(this.#beat)
      this.connected = false
      this.emit('down')
      client.end().catch(() => {})
      if (this.#closed) return
      this.#log.warn({ err: e }, 'lost the line to the database that carries live events')
      this.#again()
    }
    client.on('error', lost)
    client.on('end', () => lost())
    client.on('notification', (n) => this.emit('message', n.channel, n.payload ?? ''))
    try {
      await client.connect()
      await client.query(this.#channels.map((c) => `listen ${client.escapeIdentifier(c)}`).join(';'))
    } catch (e) {
      client.end().catch(() => {})
      throw e
    }
    // Only now is it the line: one that failed before must not be reported as lost as well.
    this.#client = client
    // A line that died without a word would look like silence.
    this.#beat = setInterval(() => {
      const late = setTimeout(() => lost(new Error('The database did not answer in time.')), 5_000)
      client.query('select 1').then(
        () => clearTimeout(late),
        (e) => {
          clearTimeout(late)
          lost(e)
        },
      )
    }, 15_000).unref()
    this.connected = true
    this.emit('up')
  }

  #again() {
    this.#retry = setTimeout(() => {
      this.open().catch(() => {
        this.#client = undefined
        if (!this.#closed) this.#again()
      })
    }, 500)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    clearInterval(this.#beat)
    const client = this.#client
    this.#client = undefined
    this.connected = false
    await client?.end().catch(() => {})
  }
}
