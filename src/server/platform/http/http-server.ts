import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'

/** Time limit for the headers of a request, in milliseconds. */
const HEADERS_MS = 10_000
/** Time limit for the complete request. */
const REQUEST_MS = 30_000
/** Time limit for uploads and mails, which are large. */
const UPLOAD_MS = 300_000
/** Code that reads a body answers 408 after the time above. A body that nobody reads is cut off this much later. */
const GRACE_MS = 1_000

const takesLong = ({ method, url = '' }: IncomingMessage) =>
  (method === 'PUT' && url.startsWith('/api/')) || (method === 'POST' && url.startsWith('/webhooks/mail'))

/** Closes the connection of a request whose body does not arrive in time, even if no code reads the body. */
function limitArrival(req: IncomingMessage): void {
  if (req.headers['transfer-encoding'] === undefined && (req.headers['content-length'] ?? '0') === '0') return
  const cut = setTimeout(
    () => {
      if (!req.complete) req.socket.destroy()
    },
    (takesLong(req) ? UPLOAD_MS : REQUEST_MS) + GRACE_MS,
  )
  // Emitted when the request was read to its end, and when the connection closes.
  req.once('close', () => clearTimeout(cut))
}

/** Returns an HTTP server with the time limits above. `answer` is not called if the headers arrive too late. */
export function httpServer(answer: RequestListener): Server {
  return createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: UPLOAD_MS,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 65_000,
    },
    (req, res) => {
      limitArrival(req)
      answer(req, res)
    },
  )
}
