/** Minutes saved in a month. All inputs are measured, not hoped for. */
export function minutesSaved({ runs, successRate, baseline, review, extraOnFailure, upkeep }) {
  const good = runs * successRate
  const failed = runs - good
  return good * (baseline - review) - failed * extraOnFailure - upkeep
}

console.log(
  minutesSaved({
    runs: 160, // real cases in a month, no tests and no reruns
    successRate: 0.85, // finished without a person
    baseline: 9, // median minutes by hand
    review: 1, // minutes a person still spends on a good run
    extraOnFailure: 4, // a failed run costs more than never having tried
    upkeep: 120, // minutes a month to keep it working
  }),
) // 872
