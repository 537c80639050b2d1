// Fields of every signature.
import { z } from 'zod'
import { printed } from './printed.ts'

/** The name under a signature, as typed. */
const SignerName = printed(
  z
    .string('Type your full name.')
    .trim()
    .min(1, 'Type your full name.')
    .max(100, 'At most 100 characters.')
    .regex(/^[^\p{Cc}]*$/u, 'Use a single line.')
    .refine((name) => [...name].length >= 2, 'Type your full name.'),
  'in agreements',
)

/** Fields of every signature. */
export const signer = {
  name: SignerName,
  /** The signer confirmed that the name is their full legal name, when it differs from the name of their account. */
  legalName: z.boolean('Enter true or false.').default(false),
  /** The exact consent sentence whose box was checked. */
  consent: z.string('Check the box above to sign.').max(1_000),
  /** Checksum of the text that was on the screen. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Enter a SHA-256 checksum in hexadecimal.'),
}

/** The commitments of a signature, as confirmed before signing. */
export const Commitment = z.array(z.object({ label: z.string(), text: z.string() }))
