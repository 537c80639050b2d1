import { pino } from 'pino'
import type { Env } from '../env.ts'

/** Bytes that are buffered while the log cannot be written. More is lost. */
const KEPT_BYTES = 1024 * 1024

/** Returns a structured logger that writes to standard output. Fields that can contain a secret are redacted. */
export const createLogger = (level: Env['logLevel']) =>
  pino(
    {
      level,
      base: null,
      redact: {
        paths: ['password', '*.password', 'authorization', '*.authorization', 'cookie', '*.cookie', 'token', '*.token'],
        censor: '[redacted]',
      },
    },
    // Keep running if the log cannot be written, because the disk is full or its reader has ended.
    pino.destination({ dest: 1, sync: true, maxLength: KEPT_BYTES }).on('error', () => {}),
  )
export type Log = ReturnType<typeof createLogger>
