/** A scripted server that answers by role: each role asks for a model of its own name. */
import { ROLES, type Role } from '../../app/config/index.ts'
import { scored, solved } from '../fixtures/eigen1-run.ts'
import { type Script, type ScriptedRequest, startScriptedServer } from './scripted-llm/server.ts'

export type RoleScripts = Partial<Record<Role, (request: ScriptedRequest) => Script>>

/** Roles that always agree: equal solutions, full marks, and the first response chosen. */
const AGREEING: RoleScripts = {
  proposer: () => ({ text: solved('30') }),
  corrector: () => ({ text: solved('30') }),
  refiner: () => ({ text: `It was checked. ${solved('30')}` }),
  evaluator: () => ({ text: scored(5, 5, 5) }),
  ranker: () => ({ text: 'FINAL DECISION: <select>Response 1</select>' }),
}

/** Returns the environment settings that give each role its own model. */
export function roleModels(url: string): Record<string, string> {
  const models = ROLES.map((role) => [`GLOSS_LLM_${role.toUpperCase()}_MODEL`, role])
  // The monitor's helpers use a model only if they have their own.
  const own = models.filter(([name]) => !/QUERIER|SIFTER|INJECTOR/.test(name ?? ''))
  return {
    GLOSS_LLM_URL: url,
    GLOSS_LLM_MODEL: 'proposer',
    GLOSS_CONTINUATION: 'prefix',
    ...Object.fromEntries(own),
  }
}

export function startScriptedSolver(scripts: RoleScripts = {}) {
  const all = { ...AGREEING, ...scripts }
  return startScriptedServer({
    answers(request) {
      const script = all[request.body.model as Role]
      return script?.(request) ?? { text: 'No script for this role.' }
    },
  })
}
