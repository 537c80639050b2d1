// Google sign-in emulator for the browser tests: node test/harness/google-emulator.ts <port> <PUBLIC_URL>
import { createEmulator } from 'emulate'

const [port = '', publicUrl = ''] = process.argv.slice(2)

/** The OAuth client that the emulator knows. */
const client = { client_id: 'e2e.apps.googleusercontent.com', client_secret: 'GOCSPX-e2e' }
const person = (email: string, name: string, email_verified = true) => ({ email, name, email_verified })
// One of each for every size and repetition of a test, because a person has a company after the first sign-in.
const REPETITIONS = 5
const users = ['desktop', 'phone'].flatMap((project) =>
  Array.from({ length: REPETITIONS }, (_, i) => `${project}.${i}@gmail.example`).flatMap((rest) => [
    person(`gwen.${rest}`, 'Gwen Harlow'),
    person(`ivan.${rest}`, 'Ivan Ross'),
    person(`kira.${rest}`, 'Kira Lund'),
    person(`uma.${rest}`, 'Uma Unverified', false),
  ]),
)

await createEmulator({
  service: 'google',
  port: Number(port),
  seed: {
    google: {
      users,
      oauth_clients: [{ ...client, name: 'Portal', redirect_uris: [`${publicUrl}/api/v1/auth/callback/google`] }],
    },
  },
})
