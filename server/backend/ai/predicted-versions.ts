import { sql } from 'kysely'
import type { PredictedVersion, Unpredicting } from '../../../shared/contracts/corrected-cover.ts'
import type { Manifest } from '../../../shared/contracts/uploaded-models.ts'
import type { Database } from '../storage/database.ts'
import type { PredictingModel } from './point-predictions.ts'
import { promotedVersion } from './promotion.ts'
import type { StoredClasses } from './stored-model.ts'
import { labelsOf } from './uploaded/card.ts'
import { coverObstacle } from './uploaded/cover-obstacle.ts'

const mostRuns = 50
const mostUnpredicting = 20

/** Version or uploaded model with predictions, and the label id of each class, as learnt or mapped. The id is null if the class has no label. */
export type PredictedModel = PredictedVersion & { column: PredictingModel['column']; classes: (string | null)[] }

/** Reads the model versions and uploaded models with predictions for cover, latest prediction first. */
export async function predictedVersions(db: Database, projectId: string): Promise<PredictedModel[]> {
  const models = [...(await learntVersions(db, projectId)), ...(await uploadedModels(db, projectId))]
  return models.sort((one, other) =>
    one.lastPredictedAt < other.lastPredictedAt ? 1 : one.lastPredictedAt > other.lastPredictedAt ? -1 : 0
  )
}

async function learntVersions(db: Database, projectId: string): Promise<PredictedModel[]> {
  const byVersion = await runsBy(db, projectId, 'version_id')
  if (byVersion.size === 0) return []
  const promoted = await promotedVersion(db, projectId, 'label')
  const versions = await db
    .selectFrom('ai_model_version')
    .select(['id', 'number', 'method', 'sha256', 'classes', 'created_at'])
    .where('project_id', '=', projectId)
    .where(sql<boolean>`exists (select 1 from ai_cover_prediction where ai_cover_prediction.version_id = ai_model_version.id)`)
    .orderBy('number', 'desc')
    .execute()
  return versions.flatMap(({ id, number, method, sha256, classes, created_at: learntAt }): PredictedModel[] => {
    const runs = byVersion.get(id)
    if (!runs) return []
    return [
      {
        ...{ id, number, method, sha256, learntAt, uploaded: null, isPromoted: id === promoted?.id, column: 'version_id' as const },
        ...runs,
        classes: (JSON.parse(classes) as StoredClasses).learnt.map(({ labelId }) => labelId)
      }
    ]
  })
}

async function uploadedModels(db: Database, projectId: string): Promise<PredictedModel[]> {
  const byModel = await runsBy(db, projectId, 'uploaded_model_id')
  if (byModel.size === 0) return []
  const rows = await db
    .selectFrom('ai_uploaded_model')
    .select(['id', 'sha256', 'manifest', 'manifest_sha256', 'created_at'])
    .where('project_id', '=', projectId)
    .where(sql<boolean>`exists (select 1 from ai_cover_prediction where ai_cover_prediction.uploaded_model_id = ai_uploaded_model.id)`)
    .orderBy('created_at', 'desc')
    .execute()
  const models: PredictedModel[] = []
  for (const { id, sha256, manifest, manifest_sha256: manifestSha256, created_at: addedAt } of rows) {
    const runs = byModel.get(id)
    if (!runs || manifest === null) continue
    const { name, version, task } = JSON.parse(manifest) as Manifest
    const labels = await labelsOf(db, id)
    const counted = labels.filter(({ ignore }) => !ignore)
    const unmapped = counted.filter(({ labelId }) => labelId === null).length
    models.push({
      ...{ id, number: null, method: null, sha256, learntAt: null, isPromoted: false, column: 'uploaded_model_id' },
      uploaded: { name, version, task, manifestSha256: manifestSha256 ?? '', addedAt, mapped: counted.length - unmapped, unmapped },
      ...runs,
      classes: labels.map(({ ignore, labelId }) => (ignore ? null : labelId))
    })
  }
  return models
}

type OfRuns = Pick<PredictedVersion, 'runs' | 'images' | 'points' | 'firstPredictedAt' | 'lastPredictedAt'>

/** Sums the predictions of each model over the runs that made them. */
async function runsBy(db: Database, projectId: string, column: PredictingModel['column']): Promise<Map<string, OfRuns>> {
  const rows = await db
    .selectFrom('ai_cover_prediction')
    .innerJoin('media', 'media.id', 'ai_cover_prediction.media_id')
    .innerJoin('ai_run', 'ai_run.id', 'ai_cover_prediction.run_id')
    .select([`ai_cover_prediction.${column} as model`, 'ai_run.number as run'])
    .select(({ fn }) => [
      fn.countAll<number>().as('images'),
      fn.sum<number>('ai_cover_prediction.point_count').as('points'),
      fn.min('ai_cover_prediction.predicted_at').as('first'),
      fn.max('ai_cover_prediction.predicted_at').as('last')
    ])
    .where('ai_cover_prediction.project_id', '=', projectId)
    .where(`ai_cover_prediction.${column}`, 'is not', null)
    .where('media.removed_at', 'is', null)
    .groupBy([`ai_cover_prediction.${column}`, 'ai_run.number'])
    .orderBy('ai_run.number', 'desc')
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ model }) => model ?? '')].map(([model, runs]) => {
      const sum = (of: (run: (typeof rows)[number]) => number) => runs.reduce((total, run) => total + Number(of(run)), 0)
      const [first = ''] = runs.map(run => run.first).sort()
      const last = runs.map(run => run.last).sort()
      return [
        model,
        {
          runs: runs.slice(0, mostRuns).map(({ run }) => run),
          images: sum(({ images }) => images),
          points: sum(({ points }) => points),
          firstPredictedAt: first,
          lastPredictedAt: last.at(-1) ?? ''
        }
      ]
    })
  )
}

/** Reads the usable uploaded models without predictions for cover, newest first, each with the reason. */
export async function unpredictingModels(db: Database, projectId: string): Promise<Unpredicting[]> {
  const rows = await db
    .selectFrom('ai_uploaded_model')
    .select(['id', 'manifest'])
    .where('project_id', '=', projectId)
    .where('state', '=', 'ready')
    .where(sql<boolean>`not exists (
      select 1 from ai_cover_prediction join media on media.id = ai_cover_prediction.media_id
      where ai_cover_prediction.uploaded_model_id = ai_uploaded_model.id and media.removed_at is null)`)
    .orderBy('created_at', 'desc')
    .limit(mostUnpredicting)
    .execute()
  return rows.flatMap(({ id, manifest }): Unpredicting[] => {
    if (manifest === null) return []
    const parsed = JSON.parse(manifest) as Manifest
    if (parsed.task === 'interactive' || parsed.task === 'embed') return []
    const notRun = parsed.task === 'classify' ? 'notRun' : 'notRunOnAll'
    return [{ id, name: `${parsed.name} ${parsed.version}`, reason: coverObstacle(parsed) ?? notRun }]
  })
}
