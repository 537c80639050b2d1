import { type Actored, api } from '../platform/api.ts'
import { decide, ofTicket, suggestions } from './decide.ts'
import { check, draft } from './draft.ts'
import { get, moves, version } from './get.ts'
import { list } from './list.ts'
import { makeLive } from './make-live.ts'
import { modelChoice, setModelChoice } from './model-choice.ts'
import { draftReply, summarize, triage } from './suggest.ts'
import { inputs, replay, test } from './try.ts'

const { prompts: p } = api

export const prompts = {
  list: p.list.handler(({ context }) => list(context as Actored)),
  get: p.get.handler(({ context, input }) => get(context as Actored, input)),
  promptVersion: p.promptVersion.handler(({ context, input }) => version(context as Actored, input)),
  check: p.check.handler(({ context, input }) => check(context as Actored, input)),
  draft: p.draft.handler(({ context, input }) => draft(context as Actored, input)),
  makeLive: p.makeLive.handler(({ context, input }) => makeLive(context as Actored, input)),
  moves: p.moves.handler(({ context, input }) => moves(context as Actored, input)),
  inputs: p.inputs.handler(({ context, input }) => inputs(context as Actored, input)),
  test: p.test.handler(({ context, input }) => test(context as Actored, input)),
  replay: p.replay.handler(({ context, input }) => replay(context as Actored, input)),
  modelChoice: p.modelChoice.handler(({ context, input }) => modelChoice(context as Actored, input)),
  setModelChoice: p.setModelChoice.handler(({ context, input }) => setModelChoice(context as Actored, input)),
  suggestions: p.suggestions.handler(({ context, input }) => suggestions(context as Actored, input)),
  ofTicket: p.ofTicket.handler(({ context, input }) => ofTicket(context as Actored, input)),
  triage: p.triage.handler(({ context, input }) => triage(context as Actored, input)),
  summarize: p.summarize.handler(({ context, input }) => summarize(context as Actored, input)),
  draftReply: p.draftReply.handler(({ context, input, signal }) => draftReply(context as Actored, input, signal)),
  decide: p.decide.handler(({ context, input }) => decide(context as Actored, input)),
}
