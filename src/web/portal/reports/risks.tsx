import { Anchor } from '../../ui/anchor.tsx'
import type { Report } from './model.ts'

/** Companies that may leave, with the reasons. For staff. */
export function Risks({ risks }: { risks: NonNullable<Report['risks']> }) {
  return (
    <section aria-labelledby="risks">
      <h2 id="risks" className="font-semibold text-base">
        At risk of leaving
      </h2>
      <p className="mt-1 max-w-prose text-muted text-sm">
        Current data, regardless of the period chosen above. Each company is listed with the reasons.
      </p>
      {risks.length === 0 ? (
        <p className="mt-4 rounded-md border border-line px-4 py-6 text-center text-muted text-sm">
          No companies are at risk today.
        </p>
      ) : (
        <ul className="mt-4 overflow-hidden rounded-md border border-line text-sm">
          {risks.map(({ company, reasons }) => (
            <li
              key={company.id}
              className="grid gap-x-6 gap-y-1 border-line border-t px-4 py-3 first:border-t-0 md:grid-cols-[14rem_minmax(0,1fr)]"
            >
              <Anchor
                href={`/companies/${company.id}`}
                className="truncate rounded-sm font-medium underline decoration-line underline-offset-3 hover:decoration-accent max-md:min-h-6"
              >
                <bdi>{company.name}</bdi>
              </Anchor>
              <ul className="flex flex-col gap-1 text-muted">
                {reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
