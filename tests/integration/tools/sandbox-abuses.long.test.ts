/** Every abuse in every sandbox of this machine. */
import { checkAbuses } from '../../fixtures/abuses/check-abuses.ts'

checkAbuses()
