// A mail server that only takes in: for one domain, bounded in size, number and time. It relays nothing and knows no
// passwords. TLS is left to whatever stands before it.
import { PassThrough, type Readable } from 'node:stream'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Log } from './log.ts'

/** A mail as it is handed in: the envelope and the bytes. An empty `from` is the sender of bounces. */
export type HandedIn = { from: string; to: string[]; body: Readable }
export type SmtpOptions = {
  host: string
  port: number
  /** How the server calls itself. */
  name: string
  maxBytes: number
  /** Whether mail for this address is taken. */
  accepts(address: string): boolean
  /** Keeps a mail for good, or throws: only then is it said to be taken. Throws an error called TooLarge for one that is. */
  receive(mail: HandedIn): Promise<unknown>
  log: Log
  /** Milliseconds that a client may be silent, and be there at all. */
  patience?: { silent: number; whole: number }
}

const CLIENTS = 50
const CLIENTS_PER_ADDRESS = 10
const RECIPIENTS = 50
const PATIENCE = { silent: 60_000, whole: 600_000 }

const answer = (code: number, words: string) => Object.assign(new Error(words), { responseCode: code })

/** Begins to listen. Rejects, in words, when the port is taken. */
export async function smtpIn(options: SmtpOptions): Promise<{ port: number; close(): Promise<void> }> {
  const { host, port, name, maxBytes, accepts, receive, log, patience = PATIENCE } = options
  const here = new Map<string, { address: string; timer: NodeJS.Timeout }>()
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
      const same = [...here.values()].filter((c) => c.address === session.remoteAddress).length
      if (same >= CLIENTS_PER_ADDRESS)
        return done(answer(421, 'Too many connections from your address, try again later'))
      const timer = setTimeout(() => drop(session.id), patience.whole).unref()
      here.set(session.id, { address: session.remoteAddress, timer })
      done()
    },
    onClose(session) {
      clearTimeout(here.get(session.id)?.timer)
      here.delete(session.id)
    },
    onRcptTo({ address }, session, done) {
      if (session.envelope.rcptTo.length >= RECIPIENTS) return done(answer(452, 'Too many recipients'))
      return accepts(address) ? done() : done(answer(550, 'No such address here'))
    },
    onData(stream: SMTPServerDataStream, session: SMTPServerSession, done) {
      const { mailFrom, rcptTo } = session.envelope
      // The client's own stream must be read to its end whatever becomes of the mail: its answer comes after it.
      const body = new PassThrough()
      // Whoever reads it hears of it; it may break before anybody does.
      body.on('error', () => {})
      let whole = false
      stream.on('data', (chunk) => {
        if (body.destroyed || body.writableEnded) return
        if (!body.write(chunk)) stream.pause()
      })
      body.on('drain', () => stream.resume()).once('close', () => stream.resume())
      stream.once('end', () => {
        whole = true
        body.end()
      })
      // Cut off before its end: what has come is no mail.
      stream.once('close', () => whole || body.destroy(new Error('The connection broke.')))
      stream.once('error', (e) => body.destroy(e))
      const read = new Promise<void>((ok) => (stream.readableEnded ? ok() : stream.once('end', ok).once('close', ok)))
      receive({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map((r) => r.address), body }).then(
        () => done(),
        async (e: Error) => {
          body.destroy()
          stream.resume()
          await read
          if (stream.sizeExceeded || e.name === 'TooLarge')
            return done(answer(552, `A mail may have at most ${maxBytes} bytes`))
          log.warn({ err: e }, 'incoming mail not taken')
          done(answer(451, 'Not taken now, try again later'))
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
          `Port ${port} for incoming mail is taken by another program. Set INBOUND_SMTP_PORT to another one, or to off.`,
        )
      : e
  })
  return {
    port: (smtp.server.address() as { port: number }).port,
    close: () => new Promise((ok) => smtp.close(() => ok())),
  }
}
