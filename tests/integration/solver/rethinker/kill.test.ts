import { checkRethinkerKills } from './kill-cases.ts'

checkRethinkerKills(4)
