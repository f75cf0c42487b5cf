/** Checks a value and makes it again while it does not pass, as often as the pattern allows and no more. */

export interface CheckSteps<Value, Verdict> {
  /** `retry` counts from 0: the paths of the calls must differ. */
  readonly check: (value: Value, retry: number) => Promise<Verdict>
  readonly passes: (verdict: Verdict) => boolean
  /** `retry` counts from 1. */
  readonly again: (value: Value, verdict: Verdict, retry: number) => Promise<Value>
  /** Values made again at most; 0: a rejected value is kept as it is. */
  readonly retries: number
  /** Whether the value of the last retry is checked too, whatever comes of it: PHASE does, PACE and SCHEMA do not. */
  readonly checksLast: boolean
}

export interface CheckResult<Value, Verdict> {
  readonly value: Value
  /** In their order. */
  readonly verdicts: readonly Verdict[]
  /** Of `value` itself; null where it was not checked. */
  readonly accepted: boolean | null
  /** Values that were made again. */
  readonly retried: number
}

/** Throws what its steps throw. */
export async function checkAndRetry<Value, Verdict>(
  first: Value,
  { check, passes, again, retries, checksLast }: CheckSteps<Value, Verdict>,
): Promise<CheckResult<Value, Verdict>> {
  const verdicts: Verdict[] = []
  let value = first
  for (let retry = 0; ; retry++) {
    const isUnchecked = retry > 0 && retry === retries && !checksLast
    if (isUnchecked) return { value, verdicts, accepted: null, retried: retry }
    const verdict = await check(value, retry)
    verdicts.push(verdict)
    const accepted = passes(verdict)
    if (accepted || retry >= retries) return { value, verdicts, accepted, retried: retry }
    value = await again(value, verdict, retry + 1)
  }
}
