// The process with unsafe settings: it ends with one line for each, before it listens or opens a database.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ROOT } from './harness/process.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'portal settings '))
afterAll(() => rmSync(dir, { recursive: true }))

/** Starts a program of the server in an empty folder and returns its exit code and the indented lines of its error. */
function start(program: string, args: string[], settings: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(ROOT, 'src/server', program), ...args], {
    cwd: dir,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'production',
      ...settings,
    },
    encoding: 'utf8',
  })
  return {
    status,
    stdout,
    stderr,
    lines: stderr
      .split('\n')
      .filter((line) => /^ *[A-Z_]+ /.test(line))
      .map((line) => line.trim()),
  }
}

const unsafe = {
  DATABASE_URL: 'postgres://owner:hunter-two@db.example/portal',
  PUBLIC_URL: 'http://portal.example',
  APP_SECRET: 'changeme-changeme-changeme-changeme',
  APP_SECRET_PREVIOUS: 'q'.repeat(40),
  SMTP_URL: 'smtp://user:hunter-two@mail.example:587',
  AI_PROVIDER: 'openai',
  AI_MODEL: 'm',
  AI_API_KEY: 'hunter-two',
  AI_BASE_URL: 'http://model.example/v1',
  TRUSTED_PROXIES: '0.0.0.0/1,128.0.0.0/1',
  METRICS_TOKEN: 'aaaaaaaaaaaaaaaa',
  INBOUND_DOMAIN: 'reply.example',
  INBOUND_SMTP_PORT: '2599',
  HOST: '"127.0.0.1"',
}

test('npm run serve and npm run admin list all unsafe settings and end', () => {
  for (const [program, args] of [
    ['main.ts', []],
    ['admin.ts', ['load-catalog']],
  ] as const) {
    const { status, stdout, stderr, lines } = start(program, [...args], { ...unsafe, DATA_DIR: path.join(dir, 'none') })
    expect([status, stdout], program).toEqual([1, ''])
    expect(lines.map((line) => line.split(' ')[0]).sort(), program).toEqual([
      ...['AI_BASE_URL', 'APP_SECRET', 'APP_SECRET_PREVIOUS', 'DATABASE_URL', 'HOST', 'INBOUND_AUTH_SERVER'],
      ...['METRICS_TOKEN', 'PUBLIC_URL', 'SMTP_URL', 'TRUSTED_PROXIES'],
    ])
    // No value is shown, and no stack.
    expect(stderr).not.toMatch(/hunter-two|changeme|aaaaaaaa|\n\s+at /)
  }
  expect(readdirSync(dir)).toEqual([])
})

test('npm start ends when other machines can reach it with a password that is easy to guess', () => {
  const { status, lines } = start('main.ts', ['--demo'], {
    HOST: '0.0.0.0',
    DEMO_PASSWORD: 'aaaaaaaa',
    DATA_DIR: path.join(dir, 'none'),
  })
  expect([status, lines]).toEqual([1, [expect.stringMatching(/^DEMO_PASSWORD is too easy to guess/)]])
  expect(readdirSync(dir)).toEqual([])
})
