/** Which fields of the atlas a topic covers itself: those are its own, and nothing to contrast it with. */
import { atlas } from './atlas.ts'
import { cosine, quantile } from './similarity.ts'

/**
 * A keyword is near a field where their cosine is above all but .2 % of those between fields of different families
 * (.547 with MiniLM, .530 with the static table), and related above all but 2 % (.425, .350). Measured: limits
 * between .50 and .60 move the mean AUC over seven topics between .991 and .984, best at .55 (docs/decisions/2026-11-21-gate-contrast.md).
 */
const NEAR_RANK = 0.998
const RELATED_RANK = 0.98
/** A family is covered whole where this share of its fields is. Chosen, not measured. */
const FAMILY_SHARE = 0.5
/** A family is a topic's home where so many of its keywords have their nearest field in it. Measured: .25 and .4 do not differ. */
const HOME_SHARE = 0.25

type Vectors = readonly Float32Array[]

/**
 * The covered ones among the atlas's fields. A field is covered where a keyword is near it. A family is covered whole
 * where half of its fields are; in the topic's home family it is enough that one field is near and half are related,
 * so that a topic of the one keyword "medicine" is not set against "cancer and tumours" (AUC .75 without, .99 with).
 */
export function coveredFields(keywords: Vectors, fields: Vectors): ReadonlySet<string> {
  const across = cosinesAcrossFamilies(fields)
  const [nearLimit, relatedLimit] = [quantile(across, NEAR_RANK), quantile(across, RELATED_RANK)]
  const homes = keywords.map((keyword) => familyNearest(keyword, fields))
  const best = fields.map((field) => Math.max(...keywords.map((keyword) => cosine(field, keyword))))
  const covered = new Set(atlas.flatMap(({ field }, index) => (best[index]! > nearLimit ? [field] : [])))
  for (const [family, members] of Map.groupBy(atlas.keys(), (index) => atlas[index]!.family)) {
    const near = members.filter((index) => best[index]! > nearLimit).length
    const related = members.filter((index) => best[index]! > relatedLimit).length
    const isHome = homes.filter((home) => home === family).length >= HOME_SHARE * homes.length
    const half = FAMILY_SHARE * members.length
    if ((near > 1 && near >= half) || (isHome && near > 0 && related >= half)) {
      for (const index of members) covered.add(atlas[index]!.field)
    }
  }
  return covered
}

function familyNearest(keyword: Float32Array, fields: Vectors): string {
  const cosines = fields.map((field) => cosine(field, keyword))
  return atlas[cosines.indexOf(Math.max(...cosines))]!.family
}

function cosinesAcrossFamilies(fields: Vectors): number[] {
  return fields.flatMap((field, index) =>
    fields
      .slice(0, index)
      .filter((_, other) => atlas[index]!.family !== atlas[other]!.family)
      .map((other) => cosine(field, other)),
  )
}
