/** Records the demands of a planner or an architect on the answer, and the verdict on each (specs/reasoning-with-a-star.md 2.3). */
import { columnsOf, type PageTable } from '../page-shape.ts'
import type { Runner } from '../runner.ts'
import { passesGate, type RwsReport } from './read-structure.ts'

export interface Requirement {
  readonly id: string
  readonly text: string
  /** Path of the role that set it. */
  readonly by: string
  /** Critics judge all checks together; `unknown` if the final answer was not judged. */
  readonly verdict: 'pass' | 'fail' | 'unknown'
  /** Issues of the last report. */
  readonly issues: readonly string[]
  readonly fix: string
}

export interface Requirements {
  /** Records a report. `isCurrent`: it is about the current answer. */
  judge(path: string, report: RwsReport, isCurrent: boolean): void
  all(): readonly Requirement[]
}

const REQUIREMENT_KIND = 'requirement-row'

export const REQUIREMENT_TABLE: PageTable = {
  kind: REQUIREMENT_KIND,
  caption: 'Requirements, as they were judged',
  columns: columnsOf({ id: 'id', text: 'requirement', verdict: 'verdict', issues: 'issues', fix: 'fix' }),
}

export function createRequirements(
  runner: Pick<Runner, 'report'>,
  by: string,
  checks: readonly string[],
): Requirements {
  let requirements: readonly Requirement[] = checks.map((text, place) => ({
    id: `C${place + 1}`,
    text,
    by,
    verdict: 'unknown',
    issues: [],
    fix: '',
  }))
  return {
    judge(path, report, isCurrent) {
      const judged = passesGate(report) ? 'pass' : 'fail'
      const { issues, fix } = report
      requirements = requirements.map((one) => ({
        ...one,
        verdict: isCurrent ? judged : 'unknown',
        issues,
        fix,
      }))
      for (const requirement of requirements) runner.report(path, REQUIREMENT_KIND, requirement)
    },
    all: () => requirements,
  }
}
