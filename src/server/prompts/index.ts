// The public API of the module and its declaration.

import { defineModule } from '../platform/module.ts'
import { decideSuggestion, listSuggestions, ofTicket } from './decide.ts'
import { checkPrompt, draftPrompt } from './draft.ts'
import { getPrompt, getPromptVersion, listPromptMoves } from './get.ts'
import { followDrafts, sweepCalls, triageNew } from './jobs.ts'
import { listPrompts } from './list.ts'
import { makeLive } from './make-live.ts'
import { modelChoice, setModelChoice } from './model-choice.ts'
import { draftReply, suggestTriage, summarizeTicket } from './suggest.ts'
import { listInputs, replayPrompt, testPrompt } from './try.ts'

export { followDrafts, sweepCalls, triageNew } from './jobs.ts'
export { recordTextDecision, rewordedBy, rewordReason, sumUpReport, type Worded } from './reword.ts'

export const promptsModule = defineModule({
  name: 'prompts',
  actions: {
    list: listPrompts,
    get: getPrompt,
    promptVersion: getPromptVersion,
    check: checkPrompt,
    draft: draftPrompt,
    makeLive,
    moves: listPromptMoves,
    inputs: listInputs,
    test: testPrompt,
    replay: replayPrompt,
    modelChoice,
    setModelChoice,
    suggestions: listSuggestions,
    ofTicket,
    triage: suggestTriage,
    summarize: summarizeTicket,
    draftReply,
    decide: decideSuggestion,
  },
  jobs: [triageNew],
  schedules: [followDrafts, sweepCalls],
  companyExport: {
    leftOut: { internal: ['model_calls', 'prompt_pointers', 'prompt_versions', 'prompts', 'suggestions'] },
  },
})
