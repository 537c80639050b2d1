import { createHmac } from 'node:crypto'
import type { Context } from '../platform/api.ts'
import { derive } from '../platform/env.ts'
import { keepCookie, readCookie } from './cookies.ts'
import { DEVICE_SECONDS } from './policy.ts'

const COOKIE = 'device'
const sign = ({ platform }: Context, email: string) =>
  createHmac('sha256', derive(platform.env.appSecret, 'known devices')).update(email.toLowerCase()).digest('base64url')

/** Remembers in the browser that it has been in this account. It opens nothing: see `knownDevice`. */
export const keepDevice = (context: Context, email: string): void =>
  keepCookie(context, COOKIE, sign(context, email), DEVICE_SECONDS)

/** Whether the browser has been in this account: then strangers who guess at it from everywhere do not shut it out. */
export const knownDevice = (context: Context, email: string): boolean =>
  readCookie(context, COOKIE) === sign(context, email)
