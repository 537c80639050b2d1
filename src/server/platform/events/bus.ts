import { EventEmitter } from 'node:events'
import { type Connection, makeConnection } from '../database/pool.ts'
import type { Log } from '../observability/log.ts'

/** Receives Postgres notifications: LISTEN on one connection that is kept alive and reconnects. */
export class Bus extends EventEmitter<{ message: [channel: string, payload: string]; up: []; down: [] }> {
  readonly #url: string
  readonly #channels: readonly string[]
  readonly #log: Log
  #client: Connection | undefined
  #retry: NodeJS.Timeout | undefined
  #beat: NodeJS.Timeout | undefined
  #closed = false
  /** True while no notification can have been missed. */
  connected = false

  constructor(url: string, channels: readonly string[], log: Log) {
    super()
    this.setMaxListeners(0)
    this.#url = url
    this.#channels = channels
    this.#log = log
  }

  /** Resolves when it listens. From then on, it reconnects automatically and emits `down` and `up`. */
  async open(): Promise<void> {
    const client = makeConnection({ connectionString: this.#url, connectionTimeoutMillis: 5_000, keepAlive: true })
    const lost = (e?: Error) => {
      if (this.#client !== client) return
      this.#client = undefined
      clearInterval(this.#beat)
      this.connected = false
      this.emit('down')
      client.end().catch(() => {})
      if (this.#closed) return
      this.#log.warn({ err: e }, 'lost the database connection for live events')
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
    // Set the client only now, so that a connection that fails earlier is not also reported as lost.
    this.#client = client
    // A dead connection would look like one without notifications, so check it regularly.
    this.#beat = setInterval(() => {
      const late = setTimeout(() => lost(new Error('The database did not respond in time.')), 5_000)
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
