const lists = {
  category: ['access', 'email', 'hardware', 'network', 'software', 'licensing', 'security', 'billing', 'unclear'],
  impact: ['one_person', 'team', 'whole_company'],
  urgency: ['can_wait', 'slows_work', 'work_stopped'],
}
const normal = (text) => text.toLowerCase().replace(/\s+/g, ' ').trim()

/** The answer if it can be used, otherwise the reason why a person must look. */
export function check(ticketText, answer) {
  for (const [field, allowed] of Object.entries(lists)) {
    if (!allowed.includes(answer?.[field])) return { ok: false, reason: `${field} is not on the list` }
  }
  if (answer.category === 'unclear') return { ok: false, reason: 'the model could not tell' }
  const quote = normal(String(answer.evidence ?? ''))
  if (quote.length < 8 || !normal(ticketText).includes(quote)) {
    return { ok: false, reason: 'the evidence is not in the ticket' }
  }
  return { ok: true, answer }
}
