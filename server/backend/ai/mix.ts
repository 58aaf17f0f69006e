import type { Selectable } from 'kysely'
import type { LabelShare } from '../../../shared/contracts/ai.ts'
import type { AiTask } from '../../../shared/contracts/ai-models.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { HopelessJob } from '../jobs/queue.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { countClasses, groupFinder, isLearnable, labelledShapes, unitOf } from './labelled.ts'
import type { StoredClasses, StoredFitting } from './stored-model.ts'
import type { AiModelVersionTable } from './tables.ts'

const leastShare = 1e-6

/**
 * Checks the expected mix of a run. Each label of the mix must be learnt by the version of the run, and may have been merged since. If the run
 * learns a version, each label must have enough examples instead.
 * @param version null for a run that learns a version
 * @throws InvalidRequest for any other label
 */
export async function requireLearntMix(
  db: Database,
  { sight, task, version }: { sight: Sight; task: AiTask; version: { classes: string } | null },
  mix: readonly LabelShare[]
): Promise<void> {
  const refuse = (place: number, message: string) => {
    throw new InvalidRequest([{ path: `/mix/${place}/labelId`, message }])
  }
  const labels = await db.selectFrom('label').select(['id', 'name']).where('project_id', '=', sight.projectId).execute()
  const names = new Map(labels.map(({ id, name }) => [id, name]))
  const able = new Set(version ? (JSON.parse(version.classes) as StoredClasses).learnt.map(({ labelId }) => labelId) : [])
  if (!version) {
    const shapes = await labelledShapes(db, sight, task)
    const groupOf = groupFinder(unitOf(shapes), shapes)
    const counted = countClasses(shapes.map(shape => ({ labelId: shape.label_id, group: groupOf(shape), count: 1 })))
    for (const each of counted) if (isLearnable(each)) able.add(each.labelId)
  }
  for (const [place, { labelId }] of mix.entries()) {
    if (able.has(labelId)) continue
    const name = names.get(labelId)
    if (name === undefined) refuse(place, 'is not a label of this project')
    else if (version) refuse(place, `is “${name}”, which this model version has not learnt`)
    else refuse(place, `is “${name}”, which does not have 5 examples in at least 2 images or sites to learn from`)
  }
}

/**
 * Computes ln(new share / share in training) of each class. Classes without a share in the mix divide the rest as in training.
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

/** Shares of the classes in training; for a version without stored shares, the shares in all its examples. */
export function sharesOf({ classes, fitting }: Pick<Selectable<AiModelVersionTable>, 'classes' | 'fitting'>): number[] {
  const { shares } = JSON.parse(fitting) as StoredFitting
  if (shares) return shares
  const { learnt } = JSON.parse(classes) as StoredClasses
  const total = learnt.reduce((sum, { labelCount }) => sum + labelCount, 0)
  return learnt.map(({ labelCount }) => labelCount / Math.max(1, total))
}
