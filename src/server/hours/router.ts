import { type Actored, api } from '../platform/api.ts'
import { adjust } from './adjust.ts'
import { balance } from './balance.ts'
import { blocks } from './blocks.ts'
import { closeFinding, findings } from './findings.ts'
import { ledger, totals } from './ledger.ts'
import { liability } from './liability.ts'
import { series } from './series.ts'

const { hours: of } = api
export const hours = {
  balance: of.balance.handler(({ context, input }) => balance(context as Actored, input)),
  blocks: of.blocks.handler(({ context, input }) => blocks(context as Actored, input)),
  ledger: of.ledger.handler(({ context, input }) => ledger(context as Actored, input)),
  totals: of.totals.handler(({ context, input }) => totals(context as Actored, input)),
  series: of.series.handler(({ context, input }) => series(context as Actored, input)),
  adjust: of.adjust.handler(({ context, input }) => adjust(context as Actored, input)),
  findings: of.findings.handler(({ context, input }) => findings(context as Actored, input)),
  closeFinding: of.closeFinding.handler(({ context, input }) => closeFinding(context as Actored, input)),
  liability: of.liability.handler(({ context, input }) => liability(context as Actored, input)),
}
