import { checkKills, KILLED_RUNS } from './kill-cases.ts'

checkKills(20, [...KILLED_RUNS.eigen1, ...KILLED_RUNS.rethinker])
checkKills(3, KILLED_RUNS.stars)
