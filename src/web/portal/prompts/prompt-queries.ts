import { api } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'

/** Every prompt, and how the model stands. */
export const promptsOptions = () => api.prompts.list.queryOptions()
/** One prompt with its versions. */
export const promptOptions = (key: string) => api.prompts.get.queryOptions({ input: { key } })
/** A version never changes: it is asked for once. */
export const versionOptions = (key: string, number: number) =>
  api.prompts.promptVersion.queryOptions({
    input: { key, number },
    staleTime: Number.POSITIVE_INFINITY,
  })
const paged = <In extends object>(input: In) => ({
  input: (cursor: string | undefined) => ({ ...input, ...(cursor ? { cursor } : {}) }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
})
/** What was made live, when and why. */
export const movesOptions = (key: string) => api.prompts.moves.infiniteOptions(paged({ key }))
/** What was asked lately, to try a text on. */
export const inputsOptions = (key: string) => api.prompts.inputs.infiniteOptions(paged({ key, limit: 20 }))
/** Whether a company lets the model read its tickets. */
export const choiceOptions = (id: string) => api.prompts.modelChoice.queryOptions({ input: { id } })

/** Asks again for all of it. */
export const refreshPrompts = (): Promise<void> => queries.invalidateQueries({ queryKey: api.prompts.key() })
