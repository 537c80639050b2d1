import { existsSync } from 'node:fs'

/**
 * The Chromium to use: CHROMIUM_PATH, which `npm test` and `npm run bench` set to what they find, else Debian's, without
 * windows if it is there: it takes a quarter less time for the same pages.
 */
export const chromiumPath = (): string =>
  process.env.CHROMIUM_PATH ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => existsSync(file)) ??
  'chromium'
