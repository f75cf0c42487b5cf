import { checkKills } from './kill-cases.ts'

checkKills(20)
