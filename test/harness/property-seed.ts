// Property tests draw the same cases in every short run, so that the same commit has the same result on every machine.
// The soak lane draws new ones.
import fc from 'fast-check'
import { soak } from './lane.ts'

if (!soak) fc.configureGlobal({ seed: 20_261_128 })
