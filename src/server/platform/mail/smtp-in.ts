// A mail server that only receives mail for one domain, with limits on size, number and time. It does not relay mail
// and has no authentication. A proxy in front of it has to provide TLS.
import { PassThrough, type Readable } from 'node:stream'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Log } from '../observability/log.ts'

/** A received mail: its envelope and bytes. An empty `from` is the sender of bounces. */
export type ReceivedMail = { from: string; to: string[]; body: Readable }
export type SmtpOptions = {
  host: string
  port: number
  /** The host name that the server announces. */
  name: string
  maxBytes: number
  /** Returns whether a server at this network address may connect. */
  mayConnect(address: string): boolean
  /** Returns whether mail for this address is accepted. */
  accepts(address: string): boolean
  /**
   * Counts one mail from this network address. Returns whether it may be sent now; otherwise the client retries later.
   */
  admits(address: string): Promise<boolean>
  /**
   * Stores a mail permanently, or throws; only then the client gets a success. Throws an error named TooLarge for a
   * mail above the limit.
   */
  receive(mail: ReceivedMail): Promise<unknown>
  log: Log
  /** Maximum idle time and total time of a connection, in milliseconds. */
  patience?: { silent: number; whole: number }
}

const CLIENTS = 50
const CLIENTS_PER_ADDRESS = 10
const RECIPIENTS = 50
const PATIENCE = { silent: 60_000, whole: 600_000 }

const answer = (code: number, words: string) => Object.assign(new Error(words), { responseCode: code })

/**
 * Starts to listen, and returns the port and how to close the server. Rejects with a readable message when the port is
 * taken.
 */
export async function smtpIn(options: SmtpOptions): Promise<{ port: number; close(): Promise<void> }> {
  const { host, port, name, maxBytes, mayConnect, accepts, admits, receive, log, patience = PATIENCE } = options
  const clients = new Map<string, { address: string; timer: NodeJS.Timeout }>()
  const drop = (id: string) => {
    const { connections } = smtp as unknown as { connections: Set<{ id: string; close(): void }> }
    for (const c of connections) if (c.id === id) c.close()
  }
  const smtp = new SMTPServer({
    name,
    banner: 'mail for tickets',
    size: maxBytes,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    maxClients: CLIENTS,
    socketTimeout: patience.silent,
    closeTimeout: 5_000,
    logger: false,
    onConnect(session, done) {
      if (!mayConnect(session.remoteAddress))
        return done(answer(554, 'This server accepts email only from its own mail server'))
      const same = [...clients.values()].filter((c) => c.address === session.remoteAddress).length
      if (same >= CLIENTS_PER_ADDRESS)
        return done(answer(421, 'Too many connections from your address. Try again later'))
      const timer = setTimeout(() => drop(session.id), patience.whole).unref()
      clients.set(session.id, { address: session.remoteAddress, timer })
      done()
    },
    onClose(session) {
      clearTimeout(clients.get(session.id)?.timer)
      clients.delete(session.id)
    },
    onMailFrom(_, { remoteAddress }, done) {
      admits(remoteAddress).then(
        (ok) => (ok ? done() : done(answer(450, 'Too many emails from your network address. Try again later'))),
        (e: Error) => {
          log.warn({ err: e }, 'incoming email not accepted')
          done(answer(451, 'Temporarily not accepted. Try again later'))
        },
      )
    },
    onRcptTo({ address }, session, done) {
      if (session.envelope.rcptTo.length >= RECIPIENTS) return done(answer(452, 'Too many recipients'))
      return accepts(address) ? done() : done(answer(550, 'No such address here'))
    },
    onData(stream: SMTPServerDataStream, session: SMTPServerSession, done) {
      const { mailFrom, rcptTo } = session.envelope
      // Always read the client's stream to its end, since the client expects the response after it.
      const body = new PassThrough()
      // Readers of the body get this error themselves, but it can occur before anything reads it.
      body.on('error', () => {})
      let complete = false
      stream.on('data', (chunk) => {
        if (body.destroyed || body.writableEnded) return
        if (!body.write(chunk)) stream.pause()
      })
      body.on('drain', () => stream.resume()).once('close', () => stream.resume())
      stream.once('end', () => {
        complete = true
        body.end()
      })
      // The connection broke before the end, so the mail is incomplete.
      stream.once('close', () => complete || body.destroy(new Error('The connection was lost.')))
      stream.once('error', (e) => body.destroy(e))
      const read = new Promise<void>((ok) => (stream.readableEnded ? ok() : stream.once('end', ok).once('close', ok)))
      receive({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map((r) => r.address), body }).then(
        () => done(),
        async (e: Error) => {
          body.destroy()
          stream.resume()
          await read
          if (stream.sizeExceeded || e.name === 'TooLarge')
            return done(answer(552, `An email can have at most ${maxBytes} bytes`))
          log.warn({ err: e }, 'incoming email not accepted')
          done(answer(451, 'Temporarily not accepted. Try again later'))
        },
      )
    },
  })
  smtp.on('error', (e) => log.debug({ err: e }, 'smtp client'))
  await new Promise<void>((ok, no) => {
    const failed = (e: Error) => no(e)
    smtp.server.once('error', failed)
    smtp.listen(port, host, () => {
      smtp.server.off('error', failed)
      ok()
    })
  }).catch((e: NodeJS.ErrnoException) => {
    throw e.code === 'EADDRINUSE'
      ? new Error(
          `Port ${port} for incoming email is in use by another program. Set INBOUND_SMTP_PORT to a different one, or to off.`,
        )
      : e
  })
  return {
    port: (smtp.server.address() as { port: number }).port,
    close: () => new Promise((ok) => smtp.close(() => ok())),
  }
}
