import type { Selectable } from 'kysely'
import type { LabelShare } from '../../../shared/contracts/ai.ts'
import { HopelessJob } from '../jobs/queue.ts'
import type { StoredClasses, StoredFitting } from './stored-model.ts'
import type { AiModelVersionTable } from './tables.ts'

const leastShare = 1e-6

/**
 * Computes ln(new share / share in training) of each class. Classes that the mix does not name share the rest as in training.
 * @param classes label id of each class
 * @throws HopelessJob for a label that the version has not learnt
 */
export function shiftOf(
  mix: readonly LabelShare[],
  version: Pick<Selectable<AiModelVersionTable>, 'classes' | 'fitting'>,
  classes: readonly string[]
): Float64Array {
  const named = new Map(mix.map(({ labelId, share }) => [labelId, share]))
  if ([...named.keys()].some(labelId => !classes.includes(labelId)))
    throw new HopelessJob('The expected mix has a label that this model version has not learnt. Start a run without it')
  const before = sharesOf(version)
  const unnamed = classes.reduce((sum, labelId, place) => sum + (named.has(labelId) ? 0 : (before[place] ?? 0)), 0)
  const rest = 1 - [...named.values()].reduce((sum, share) => sum + share, 0)
  return Float64Array.from(classes, (labelId, place) => {
    const old = Math.max(leastShare, before[place] ?? 0)
    const next = named.get(labelId) ?? (rest * old) / Math.max(leastShare, unnamed)
    return Math.log(Math.max(leastShare, next) / old)
  })
}

/** Shares of the classes in training. For a version that has not stored them, those of all its examples. */
function sharesOf({ classes, fitting }: Pick<Selectable<AiModelVersionTable>, 'classes' | 'fitting'>): number[] {
  const { shares } = JSON.parse(fitting) as StoredFitting
  if (shares) return shares
  const { learnt } = JSON.parse(classes) as StoredClasses
  const total = learnt.reduce((sum, { labelCount }) => sum + labelCount, 0)
  return learnt.map(({ labelCount }) => labelCount / Math.max(1, total))
}
