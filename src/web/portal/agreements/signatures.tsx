import { ShieldCheck } from 'lucide-react'
import { formatTimeToSecond } from '../../../contract/plain/dates.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useTimeZone } from '../../ui/text/relative-time.tsx'
import type { Signature } from './model.ts'

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5 sm:flex-row sm:gap-4">
      <dt className="shrink-0 text-muted text-xs leading-5 sm:w-28">{label}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

/** Lists who signed, when, and the evidence. */
export function Signatures({ signatures }: { signatures: readonly Signature[] }) {
  const timeZone = useTimeZone()
  return (
    <ul className="flex flex-col gap-3">
      {signatures.map((s) => (
        <li key={s.id} className="rounded-md border border-line bg-surface px-4 py-3.5 text-sm">
          <p className="flex items-center gap-2 font-medium">
            <ShieldCheck aria-hidden className="size-4 shrink-0 text-good" />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <bdi>{s.name}</bdi> signed revision {s.revision}
            </span>
          </p>
          <dl className="mt-3 flex flex-col gap-2">
            {s.legalName && <Fact label="Confirmed">The signer confirmed that this is their legal name.</Fact>}
            {s.accountName && (
              <Fact label="Account name">
                <bdi>{s.accountName}</bdi>
              </Fact>
            )}
            <Fact label="Signed">
              <time dateTime={s.signedAt}>{formatTimeToSecond(s.signedAt, timeZone)}</time>
            </Fact>
            {s.evidence && (
              <>
                <Fact label="Email">{s.evidence.email}</Fact>
                <Fact label="User ID">
                  <span className="font-mono text-xs">{s.evidence.userId}</span>
                </Fact>
                <Fact label="IP address">{s.evidence.ip ?? 'Unknown'}</Fact>
                <Fact label="Browser">{s.evidence.userAgent ?? 'Unknown'}</Fact>
              </>
            )}
            <Fact label="Consent">{s.consent}</Fact>
            <Fact label="SHA-256 of the text">
              <span className="flex items-start gap-2">
                <span className="min-w-0 break-all font-mono text-xs leading-5">{s.sha256}</span>
                <CopyButton text={s.sha256} label="Copy checksum" />
              </span>
            </Fact>
          </dl>
        </li>
      ))}
    </ul>
  )
}
