import { pino } from 'pino'
import type { Env } from './env.ts'

/** How much waits while it cannot be written, in bytes; more is lost. */
const KEPT_BYTES = 1024 * 1024

/** Structured log on standard output; names of fields that could carry a secret are blotted out. */
export const logger = (level: Env['logLevel']) =>
  pino(
    {
      level,
      base: null,
      redact: {
        paths: ['password', '*.password', 'authorization', '*.authorization', 'cookie', '*.cookie', 'token', '*.token'],
        censor: '[redacted]',
      },
    },
    // A log that cannot be written, on a full disk or with its reader gone, is no reason to go down.
    pino.destination({ dest: 1, sync: true, maxLength: KEPT_BYTES }).on('error', () => {}),
  )
export type Log = ReturnType<typeof logger>
