import { pino } from 'pino'
import type { Env } from './env.ts'

/** Structured log on standard output; names of fields that could carry a secret are blotted out. */
export const logger = (level: Env['logLevel']) =>
  pino({
    level,
    base: null,
    redact: {
      paths: ['password', '*.password', 'authorization', '*.authorization', 'cookie', '*.cookie', 'token', '*.token'],
      censor: '[redacted]',
    },
  })
export type Log = ReturnType<typeof logger>
