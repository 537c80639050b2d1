import { Globe, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Badge } from '../../ui/status.tsx'
import { zoneLabel } from '../../ui/time-zones.ts'
import { hoursInWords } from './hours.ts'
import type { Company } from './model.ts'

/** What a company tells about itself. */
export function CompanyFacts({ company }: { company: Company }) {
  const { phone, website, address, description, tools, timeZone, businessHours } = company
  const empty = !phone && !website && !address && !description && tools.length === 0
  return (
    <div className="flex flex-col gap-6 text-sm">
      {description && <p className="max-w-prose whitespace-pre-line text-base leading-relaxed">{description}</p>}
      {empty && (
        <p className="text-muted">
          {company.can.edit
            ? 'Nothing is filled in yet. A few facts help us to help you.'
            : 'The profile is not filled in yet.'}
        </p>
      )}
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <Fact name="Phone">
          {phone && (
            <Lined icon={<Phone aria-hidden />}>
              {/\d/.test(phone) ? (
                <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={link}>
                  {phone}
                </a>
              ) : (
                phone
              )}
            </Lined>
          )}
        </Fact>
        <Fact name="Website">
          {website && (
            <Lined icon={<Globe aria-hidden />}>
              {/^https?:\/\//i.test(website) ? (
                <a href={website} target="_blank" rel="noreferrer noopener" className={link}>
                  {website.replace(/^https?:\/\//, '')}
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>
              ) : (
                website
              )}
            </Lined>
          )}
        </Fact>
        <Fact name="Address">
          {address && (
            <Lined icon={<MapPin aria-hidden />}>
              <span className="whitespace-pre-line">{address}</span>
            </Lined>
          )}
        </Fact>
        <Fact name="Business hours">
          {businessHours ? (
            <>
              {hoursInWords(businessHours).map((line) => (
                <span key={line} className="tabular block">
                  {line}
                </span>
              ))}
              {timeZone && <span className="block text-muted">{zoneLabel(timeZone)}</span>}
            </>
          ) : (
            <span className="text-muted">Our usual hours{timeZone && `, ${zoneLabel(timeZone)}`}</span>
          )}
        </Fact>
        <Fact name="Tools in use" wide>
          {tools.length > 0 && (
            <ul className="flex flex-wrap gap-1.5">
              {tools.map((tool) => (
                <li key={tool} className="max-w-full">
                  <Badge>{tool}</Badge>
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name="Here since">
          <RelativeTime iso={company.createdAt} />
        </Fact>
      </dl>
    </div>
  )
}

const link = 'rounded-sm underline decoration-edge underline-offset-4 hover:decoration-current'

function Lined({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="flex gap-2 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted">
      {icon}
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </span>
  )
}

/** A name and what is known; what is not known is said. */
export function Fact({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
      <dt className="mb-1 text-muted text-xs">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children || <span className="text-muted">Not given</span>}</dd>
    </div>
  )
}
