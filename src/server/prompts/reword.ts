// Doors for rooms that have facts and want them said well. What they have themselves is said when a model gives nothing.
import { brand } from '../../../brand.config.ts'
import { systemOf } from '../platform/db.ts'
import { TemplateProblem } from '../platform/liquid.ts'
import type { Platform } from '../platform/platform.ts'
import { ask, NotAsked } from './ask.ts'
import { onlyKnownNumbers } from './clean.ts'
import type { Key, Values } from './kinds.ts'
import { liveText } from './store.ts'

async function said(platform: Platform, companyId: string, key: Key, values: Values): Promise<string | undefined> {
  if (!platform.model) return undefined
  try {
    const company = await platform.db.askAs(systemOf(companyId), (db) =>
      db.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirst(),
    )
    if (!company) return undefined
    const all = { ...values, 'provider.name': brand.shortName, 'company.name': company.name }
    const { output } = await ask(platform, {
      key,
      companyId,
      text: await liveText(platform, companyId, key),
      values: all,
      purpose: 'use',
      askedBy: null,
    })
    if (!output || !('text' in output)) return undefined
    return onlyKnownNumbers(output.text, Object.values(all).join('\n')) ? output.text : undefined
  } catch (e) {
    if (e instanceof NotAsked || e instanceof TemplateProblem) return undefined
    throw e
  }
}

/**
 * Why a company may want an automation, in one line made of its reasons. Undefined when no model is there or wanted, the
 * budget is spent, or the answer has a number that the reasons do not have: say the reasons themselves then.
 */
export const reword = (
  platform: Platform,
  about: { companyId: string; product: { name: string; summary: string }; reasons: string[] },
): Promise<string | undefined> =>
  said(platform, about.companyId, 'automation.recommendation', {
    'product.name': about.product.name,
    'product.summary': about.product.summary,
    reasons: about.reasons.join('\n'),
  })

/** The opening paragraph of a report, of its figures alone. Undefined as above. */
export const sumUpReport = (
  platform: Platform,
  about: { companyId: string; period: string; figures: string[]; events: string[] },
): Promise<string | undefined> =>
  said(platform, about.companyId, 'report.summary', {
    'report.period': about.period,
    'report.figures': about.figures.join('\n'),
    'report.events': about.events.join('\n') || null,
  })
