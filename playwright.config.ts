import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumPath } from './test/harness/chromium.ts'
import { LIMIT, measurePatience, patient } from './test/harness/patience.ts'
import { freePorts } from './test/harness/process.ts'

process.env.TEST_PATIENCE ??= String(await measurePatience())
// Every worker reads this configuration again, so generated values are passed on in the environment.
process.env.E2E_PORT ??= String(await freePorts(4))
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'portal e2e '))
const google = String(Number(process.env.E2E_PORT) + 1)
const stripe = String(Number(process.env.E2E_PORT) + 3)
const baseURL = `http://localhost:${process.env.E2E_PORT}`

const DESKTOP_WORKERS = 2
const PHONE_WORKERS = 1
const wide = { viewport: { width: 1440, height: 900 } }
const onThePhone = '(looks|people|contacts|companies|outbox|catalogue|prompts|notifications|sla|ticket-facts|card)'

export default defineConfig({
  testDir: 'test/e2e',
  // One product and one database serve all tests, so each test creates its own data. There can be more workers than
  // cores, because tests spend much of their time waiting. The workers are divided among the projects below: one that
  // got a test of another project would be replaced by a new worker with a new browser, which costs as much as a test.
  workers: DESKTOP_WORKERS + PHONE_WORKERS,
  fullyParallel: true,
  retries: 0,
  timeout: patient(LIMIT.browserTest),
  expect: { timeout: patient(LIMIT.expect), toPass: { timeout: patient(LIMIT.expect) } },
  outputDir: 'test-results/browser',
  forbidOnly: true,
  globalTeardown: './test/e2e/teardown.ts',
  use: {
    baseURL,
    actionTimeout: patient(LIMIT.action),
    navigationTimeout: patient(LIMIT.action),
    // A trace costs a third of the time, so only the tests that failed run again with one (`test/runner/suites.ts`).
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Pages in tests close before the optimizing compiler pays off. Without it, a screen takes 15% less CPU time.
        '--js-flags=--no-turbofan',
      ],
    },
  },
  projects: [
    // A scenario that is the same at both sizes runs only on the phone, where there is less room.
    {
      name: 'desktop',
      workers: DESKTOP_WORKERS,
      use: wide,
      // Playwright matches this against a text that begins with the project and the file.
      grep: new RegExp(`^(?!\\S+ ${onThePhone}\\.spec\\.ts)|@wide`),
      grepInvert: /@phone/,
    },
    {
      name: 'phone',
      workers: PHONE_WORKERS,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
      testMatch:
        /(agreements|automations|offline|routes|prompts|looks|site|public|sign-in|people|contacts|companies|leads|settings|notifications|sla|outbox|mail|conversation|search|ticket-facts|marketplace|card|buy|catalogue|reports|shifts|quick-pairs)\.spec\.ts/,
      // Leaves out what only a wide page has, and what would only repeat the test at the other size.
      grepInvert: /@wide/,
    },
  ],
  webServer: [
    {
      command: `"${process.execPath}" test/harness/google-emulator.ts ${google} ${baseURL}`,
      url: `http://localhost:${google}/.well-known/openid-configuration`,
      timeout: patient(LIMIT.start),
    },
    {
      command: `"${process.execPath}" test/harness/stripe-emulator.ts ${stripe} ${baseURL}`,
      url: `http://localhost:${stripe}/_ready`,
      timeout: patient(LIMIT.start),
    },
    {
      command: `"${process.execPath}" src/server/main.ts --demo`,
      url: `${baseURL}/readyz`,
      timeout: patient(LIMIT.start),
      gracefulShutdown: { signal: 'SIGTERM', timeout: patient(15_000) },
      env: {
        PORT: process.env.E2E_PORT,
        DATA_DIR: process.env.E2E_DATA_DIR,
        DEMO_PASSWORD: 'a demo password',
        NODE_ENV: 'production',
        TRUSTED_PROXIES: '127.0.0.1,::1',
        INBOUND_SMTP_PORT: String(Number(process.env.E2E_PORT) + 2),
        GOOGLE_CLIENT_ID: 'e2e.apps.googleusercontent.com',
        GOOGLE_CLIENT_SECRET: 'GOCSPX-e2e',
        GOOGLE_ISSUER: `http://localhost:${google}`,
        STRIPE_SECRET_KEY: 'sk_test_emulator00000000',
        STRIPE_WEBHOOK_SECRET: 'whsec_emulator00000000',
        STRIPE_API_BASE: `http://localhost:${stripe}`,
      },
    },
  ],
})
