import { api } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'

/** Returns query options for all prompts and the state of the model. */
export const promptsOptions = () => api.prompts.list.queryOptions()
/** Returns query options for one prompt with its versions. */
export const promptOptions = (key: string) => api.prompts.get.queryOptions({ input: { key } })
/** Returns query options for one version, which never changes. */
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
/** Returns query options for the history of live versions. */
export const movesOptions = (key: string) => api.prompts.moves.infiniteOptions(paged({ key }))
/** Returns query options for recent inputs, to test a text on. */
export const inputsOptions = (key: string) => api.prompts.inputs.infiniteOptions(paged({ key, limit: 20 }))
/** Returns query options for whether a company lets the model read its tickets. */
export const choiceOptions = (id: string) => api.prompts.modelChoice.queryOptions({ input: { id } })

/** Refetches everything about prompts. */
export const refreshPrompts = (): Promise<void> => queries.invalidateQueries({ queryKey: api.prompts.key() })
