/** Matches dates below the names on a first page: "March 2, 2020", "Saturday 2nd March 2020", "2020-03-02". */

const DAY = '(?:\\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? )?'
const MONTH =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)'
const DAY_OF_MONTH = '\\d{1,2}(?:st|nd|rd|th)?'
const YEAR = '(?:19|20)\\d\\d\\b'

/** Matches dates with a year; "March" without one is a name. */
export const DATE = new RegExp(
  `${DAY}(?:\\b${DAY_OF_MONTH}\\.? )?\\b${MONTH}\\.?,? (?:${DAY_OF_MONTH},? )?${YEAR}|\\b${YEAR}-\\d\\d-\\d\\d\\b`,
  'g',
)
/** Matches the words before the date of a version. */
export const DATED = /\b(?:last )?(?:compiled|edited|revised|modified|updated)\b|\bversion\b|\bdate[d:]/gi

/** Returns the year of a line that contains only a date, or null for another line. */
export function yearOfDate(line: string): number | null {
  const [date] = line.match(DATE) ?? []
  if (date === undefined || /[\p{L}\p{N}]/u.test(line.replace(date, ''))) return null
  return Number(/(?:19|20)\d\d/.exec(date)?.[0])
}
