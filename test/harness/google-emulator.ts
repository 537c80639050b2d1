// Google sign-in emulator for the browser tests: node test/harness/google-emulator.ts <port> <PUBLIC_URL>
import { createEmulator } from 'emulate'

const [port = '', publicUrl = ''] = process.argv.slice(2)

/** The OAuth client that the emulator knows. */
const client = { client_id: 'e2e.apps.googleusercontent.com', client_secret: 'GOCSPX-e2e' }
const person = (email: string, name: string, email_verified = true) => ({ email, name, email_verified })
// Two of each, because the tests run once as desktop and once as phone.
const users = ['desktop', 'phone'].flatMap((project) => [
  person(`gwen.${project}@gmail.example`, 'Gwen Harlow'),
  person(`ivan.${project}@gmail.example`, 'Ivan Ross'),
  person(`uma.${project}@gmail.example`, 'Uma Unverified', false),
])

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
